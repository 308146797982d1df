import type { ColumnProfile } from '@rowcast/contracts/domain/datasets/profile';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { setLanguage } from '@/shared/i18n/i18n.ts';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { Form } from '@/shared/ui/forms/form.tsx';
import { aTable } from '../../../../../test/factories/dataset.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { emptyStep, stepForm } from '../../cleaning/recipe.ts';
import { ValueFields } from './value-fields.tsx';

beforeAll(() => startWords('datasets'));
afterEach(() => setLanguage('en'));

const topValues = ['east', ' east'].map((value) => ({ value, count: 3 }));

function Replacing({ column }: { column: ColumnProfile }) {
  const form = useZodForm(stepForm([column]), { ...emptyStep, op: 'replace', column: column.name });
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

test('distinguishes values that differ by blanks', () => {
  renderFields();
  expect(screen.getByRole('checkbox', { name: /^east ?3$/ })).toBeDefined();
  expect(screen.getByRole('checkbox', { name: /^" east" ?3$/ })).toBeDefined();
});

test('marks the checkboxes as invalid until one is checked', async () => {
  const { user } = renderFields();
  await user.click(screen.getByRole('button', { name: 'Make' }));
  const problem = 'Choose or enter at least one value';
  await screen.findByText(problem);
  const boxes = screen.getByRole('group', { name: 'Values to replace', description: problem });
  await user.click(screen.getByRole('checkbox', { name: /^east ?3$/ }));
  await waitFor(() => expect(screen.queryByText(problem)).toBeNull());
  expect(boxes.getAttribute('aria-describedby')).toBeNull();
});

test('numbers use the decimal separator of the chosen language', async () => {
  const [column] = aTable('Sales', ['price']).profile?.columns ?? [];
  if (!column) throw new Error('The table has a column');
  await setLanguage('de');
  const { user } = renderScreen(<Replacing column={{ ...column, type: 'number', topValues: [] }} />);
  const [, by] = screen.getAllByRole('textbox');
  await user.type(by as HTMLElement, 'teuer');
  await user.click(screen.getByRole('button', { name: 'Make' }));
  await screen.findByText('Geben Sie eine Zahl ein, etwa 12,5');
  await user.clear(by as HTMLElement);
  await user.type(by as HTMLElement, '12,5');
  await waitFor(() => expect(screen.queryByText('Geben Sie eine Zahl ein, etwa 12,5')).toBeNull());
  expect(by).toHaveProperty('value', '12,5');
});
