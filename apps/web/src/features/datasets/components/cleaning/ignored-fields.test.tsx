import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { useZodForm } from '@/shared/lib/forms/zod-form.ts';
import { Form } from '@/shared/ui/forms/form.tsx';
import { aTable } from '../../../../../test/factories/dataset.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { emptyStep, stepForm, toStep } from '../../cleaning/recipe.ts';
import { IgnoredFields } from './ignored-fields.tsx';

beforeAll(() => startWords('datasets'));

const columns = aTable('Sales', ['size', 'id', 'key']).profile?.columns ?? [];
const profiles = columns.map((column) =>
  column.name === 'size' ? column : { ...column, type: 'identifier' as const },
);

function Deduplicating({ onStep }: { onStep: (step: unknown) => void }) {
  const form = useZodForm(stepForm(profiles), { ...emptyStep, op: 'deduplicate' });
  return (
    <Form form={form} onSubmit={(values) => onStep(toStep(values))}>
      <IgnoredFields profiles={profiles} />
      <button type="submit">Make</button>
    </Form>
  );
}

test('selects columns to ignore, identifiers first', async () => {
  const steps: unknown[] = [];
  const { user } = renderScreen(<Deduplicating onStep={(step) => steps.push(step)} />);
  const make = screen.getByRole('button', { name: 'Make' });
  const names = screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).value);
  expect(names).toEqual(['id', 'key', 'size']);
  await user.click(make);
  await user.click(screen.getByRole('checkbox', { name: 'id' }));
  await user.click(screen.getByRole('checkbox', { name: 'key' }));
  await user.click(make);
  expect(steps).toEqual([{ op: 'deduplicate' }, { op: 'deduplicate', ignoring: ['id', 'key'] }]);
});
