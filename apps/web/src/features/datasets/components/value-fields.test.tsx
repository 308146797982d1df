import type { ColumnProfile } from '@rowcast/contracts/domain/profile';
import { screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { useZodForm } from '@/shared/lib/zod-form.ts';
import { Form } from '@/shared/ui/form.tsx';
import { aTable } from '../../../../test/factories/dataset.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { emptyStep, stepForm } from '../recipe.ts';
import { ValueFields } from './value-fields.tsx';

beforeAll(() => startWords('datasets'));

const topValues = ['east', ' east'].map((value) => ({ value, count: 3 }));

function Replacing({ column }: { column: ColumnProfile }) {
  const form = useZodForm(stepForm, { ...emptyStep, op: 'replace', column: column.name });
  return (
    <Form form={form} onSubmit={() => undefined}>
      <ValueFields column={column} />
      <button type="submit">Make</button>
    </Form>
  );
}

function renderFields() {
  const [column] = aTable('Sales', ['region']).profile?.columns ?? [];
  if (!column) throw new Error('The table has a column');
  return renderScreen(<Replacing column={{ ...column, topValues }} />);
}

test('values that differ by blanks are told apart by name', () => {
  renderFields();
  expect(screen.getByRole('checkbox', { name: /^east ?3$/ })).toBeDefined();
  expect(screen.getByRole('checkbox', { name: /^" east" ?3$/ })).toBeDefined();
});

test('that nothing was chosen is told of the boxes too, until one is ticked', async () => {
  const { user } = renderFields();
  await user.click(screen.getByRole('button', { name: 'Make' }));
  const problem = 'Choose or enter at least one value';
  await screen.findByText(problem);
  const boxes = screen.getByRole('group', { name: 'Values to replace', description: problem });
  await user.click(screen.getByRole('checkbox', { name: /^east ?3$/ }));
  await waitFor(() => expect(screen.queryByText(problem)).toBeNull());
  expect(boxes.getAttribute('aria-describedby')).toBeNull();
});
