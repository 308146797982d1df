import type { FieldSchema } from '@rowcast/contracts/domain/models/report';
import { act, screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { renderScreen, startWords } from '../../../../../../test/render.tsx';
import { numberField } from '../../../../../../test/report.ts';
import type { Dependence } from '../../../report/dependence.ts';
import { DependencePanel } from './dependence-panel.tsx';

beforeAll(() => startWords('models'));

const dependence = (kind: Dependence['kind'], steps: Partial<Dependence['steps'][number]>[]): Dependence => ({
  ...{ column: 'field', kind, rows: 200 },
  steps: steps.map((step) => ({ value: null, category: null, missing: false, share: 0.5, ...step })),
  lines: [{ label: null, mean: [250_123.4, 250_456.7], low: [1, 2], high: [3, 4] }],
});
const numbers = (...values: number[]) =>
  dependence(
    'number',
    values.map((value) => ({ value })),
  );

/** The axis column of the data table behind the chart. */
async function tried(shown: Dependence, field: FieldSchema = numberField('field')) {
  renderScreen(<DependencePanel dependence={[shown]} fields={[field]} target="price" />);
  const asTable = screen.getByRole('button', { name: 'View as table' });
  await act(async () => asTable.click());
  const [, ...rows] = await screen.findAllByRole('row');
  return rows.map((row) => row.querySelector('td')?.textContent);
}

test('distinguishes close values and rounds predictions normally', async () => {
  expect(await tried(numbers(0.12341, 0.12344))).toEqual(['0.12341', '0.12344']);
  screen.getByText('250,123 (1 – 3)');
});

test('formats years without separators', async () => {
  const built = { ...numberField('field'), integer: true, min: 1950, max: 2024 };
  expect(await tried(numbers(1998, 2003), built)).toEqual(['1998', '2003']);
});

test('mentions a band only if there is one', () => {
  const band = /band covers the middle 80% of rows/;
  const lines = renderScreen(<DependencePanel dependence={[numbers(1, 2)]} fields={[]} target="price" />);
  lines.getByText(band);
  lines.unmount();
  const named = dependence('category', [{ category: 'Oslo' }, { category: 'Pune' }]);
  renderScreen(<DependencePanel dependence={[named]} fields={[]} target="price" />);
  screen.getByText('Mean prediction over 200 rows as this feature varies.');
  expect(screen.queryByText(band)).toBeNull();
});

test('shows both values of a boolean field', async () => {
  expect(await tried(dependence('boolean', [{ value: 0 }, { value: 1 }]))).toEqual(['false', 'true']);
});

test('orders categories naturally', async () => {
  const months = ['Mar', 'Jan'].map((category) => ({ category }));
  expect(await tried(dependence('category', months))).toEqual(['Jan', 'Mar']);
});

test('places the most frequent category first and the missing value last', async () => {
  const steps = [{ missing: true }, { category: 'Oslo', share: 0.2 }, { category: 'Pune', share: 0.6 }];
  const shown = dependence('category', steps);
  const lines = [{ label: null, mean: [1, 2, 3], low: [1, 2, 3], high: [1, 2, 3] }];
  expect(await tried({ ...shown, lines })).toEqual(['Pune', 'Oslo', 'missing']);
});
