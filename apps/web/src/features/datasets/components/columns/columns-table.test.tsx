import { screen, waitFor } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { beforeAll, expect, test } from 'vitest';
import { aTable } from '../../../../../test/factories/dataset.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { ColumnsTable } from './columns-table.tsx';

beforeAll(() => startWords('datasets'));

test('searches the columns of a wide table by name', async () => {
  const dataset = aTable('Wide', [
    ...Array.from({ length: 30 }, (_, at) => `q${at}`),
    'Income',
    'income_old',
  ]);
  if (!dataset.profile) throw new Error('The table was read');
  const { user } = renderScreen(
    <NuqsTestingAdapter hasMemory>
      <ColumnsTable dataset={dataset} profile={dataset.profile} types={{}} onTypes={() => undefined} />
    </NuqsTestingAdapter>,
  );
  const search = screen.getByRole('searchbox', { name: 'Search columns' });
  await user.type(search, 'income');
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
  await user.type(search, ' of');
  await screen.findByText('No matching columns');
});

test('a small share of missing cells is not shown as zero', () => {
  const dataset = aTable('Sparse', ['age']);
  if (!dataset.profile) throw new Error('The table was read');
  const columns = dataset.profile.columns.map((column) => ({ ...column, missing: 19 }));
  const profile = { ...dataset.profile, rows: 100_000, columns };
  renderScreen(
    <NuqsTestingAdapter hasMemory>
      <ColumnsTable dataset={dataset} profile={profile} types={{}} onTypes={() => undefined} />
    </NuqsTestingAdapter>,
  );
  expect(screen.getByTitle('19').textContent).toBe('0.02%');
});
