import { beforeAll, expect, test } from 'vitest';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { FieldFrame } from './field.tsx';
import { Select } from './select.tsx';

beforeAll(() => startWords());

test('a select is as wide as its field', () => {
  const name = 'customer_lifetime_value_in_euros_before_tax';
  const { getByLabelText } = renderScreen(
    <FieldFrame label="Field">
      {(ties) => (
        <Select {...ties} value={name} onChange={() => {}} options={[{ value: name, label: name }]} />
      )}
    </FieldFrame>,
  );
  expect(getByLabelText('Field').parentElement?.className).toContain('grid-cols-1');
});
