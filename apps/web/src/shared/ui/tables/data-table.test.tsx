import { within } from '@testing-library/react';
import i18next from 'i18next';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { RequestError } from '../../lib/http/request-error.ts';
import { type Column, DataTable } from './data-table.tsx';

beforeAll(() => startWords());

interface Row {
  id: string;
  name: string;
  score: number | null;
}
const rows: Row[] = [
  { id: '1', name: 'Forest 10', score: 0.8 },
  { id: '2', name: 'Linear', score: null },
  { id: '3', name: 'Forest 9', score: 0.9 },
];
const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name, sortValue: (row) => row.name },
  {
    id: 'score',
    header: 'Score',
    cell: (row) => row.score ?? '–',
    sortValue: (row) => row.score,
    numeric: true,
  },
];
const table = (props: Partial<Parameters<typeof DataTable<Row>>[0]>) => (
  <DataTable label="Models" columns={columns} rows={rows} rowId={(row) => row.id} {...props} />
);

test('sorts numbers descending, text ascending, and missing values last', async () => {
  const { user, ...page } = renderScreen(table({}));
  const order = () =>
    page
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
  expect(order()).toEqual(['Forest 10', 'Linear', 'Forest 9']);
  await user.click(page.getByRole('button', { name: 'Score' }));
  expect(order()).toEqual(['Forest 9', 'Forest 10', 'Linear']);
  expect(page.getByRole('columnheader', { name: 'Score' }).getAttribute('aria-sort')).toBe('descending');
  await user.click(page.getByRole('button', { name: 'Score' }));
  expect(order()).toEqual(['Forest 10', 'Forest 9', 'Linear']);
  await user.click(page.getByRole('button', { name: 'Score' }));
  expect(order()).toEqual(['Forest 10', 'Linear', 'Forest 9']);
  await user.click(page.getByRole('button', { name: 'Name' }));
  expect(order()).toEqual(['Forest 9', 'Forest 10', 'Linear']);
});

test('sorts text by the language of the console', async () => {
  await i18next.changeLanguage('es');
  onTestFinished(async () => {
    await i18next.changeLanguage('en');
  });
  const spanish = ['Año', 'Anual'].map((name) => ({ id: name, name, score: null }));
  const page = renderScreen(table({ rows: spanish, initialSort: { column: 'name', descending: false } }));
  const [first] = page.getAllByRole('row').slice(1);
  expect(within(first as HTMLElement).getAllByRole('cell')[0]?.textContent).toBe('Anual');
});

test('aligns numbers to the right', () => {
  const page = renderScreen(table({}));
  expect(page.getByRole('cell', { name: '0.8' }).className).toContain('text-right');
});

test('stacked rows keep table semantics and name their columns', () => {
  const page = renderScreen(table({ stacked: true }));
  for (const role of ['table', 'rowgroup', 'row', 'columnheader', 'cell'])
    for (const part of page.getAllByRole(role)) expect(part.getAttribute('role')).toBe(role);
  const [name, score] = page.getAllByRole('cell');
  expect([name?.dataset.label, score?.dataset.label]).toEqual(['Name', 'Score']);
});

test('shows the header and placeholder rows while loading', () => {
  const page = renderScreen(table({ rows: undefined, loading: true, skeletonRows: 4 }));
  expect(page.getAllByRole('row')).toHaveLength(5);
  expect(page.getByRole('table').getAttribute('aria-busy')).toBe('true');
});

test('shows an empty state, and an error with a retry and the request id', async () => {
  renderScreen(table({ rows: [], empty: <p>No models yet</p> })).getByText('No models yet');
  const retry = vi.fn();
  const error = new RequestError({ code: 'INTERNAL', message: 'x', status: 500, requestId: 'req_42' });
  const { user, ...page } = renderScreen(table({ rows: undefined, error, onRetry: retry }));
  page.getByText('Server error. Please try again later.');
  page.getByText(/req_42/);
  await user.click(page.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});

test('exports rows as sorted, with exact values and without controls', async () => {
  const saved: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(class extends URL {}, { createObjectURL: (blob: Blob) => saved.push(blob) }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const { user, ...page } = renderScreen(
    table({
      rows: [{ id: '0', name: '=SUM(A1)', score: -0.123456 }, ...rows],
      columns: [
        ...columns,
        {
          id: 'state',
          header: 'State',
          cell: (row) => (
            <>
              <b>{row.id}</b>
              <i>of 3</i>
            </>
          ),
        },
        {
          id: 'status',
          header: 'Status',
          sortValue: () => 'ready_2',
          cell: () => <b>Ready</b>,
        },
        { id: 'at', header: 'At', sortValue: () => '2026-01-02T03:04:05Z', cell: () => '2 Jan' },
        {
          id: 'range',
          header: 'Range',
          numeric: true,
          sortValue: () => 0.5,
          savedAsShown: true,
          cell: () => (
            <>
              0.5<i>± 0.1</i>
              <i style={{ display: 'none' }}>on phones</i>
            </>
          ),
        },
        {
          id: 'actions',
          header: 'Actions',
          saysItself: true,
          cell: () => <button type="button">Delete</button>,
        },
      ],
    }),
  );
  await user.click(page.getByRole('button', { name: 'Score' }));
  await user.click(page.getByRole('button', { name: 'CSV: Models' }));
  const more = ',Ready,2026-01-02T03:04:05Z,0.5 ± 0.1';
  expect(await saved[0]?.text()).toBe(
    `${[
      'Name,Score,State,Status,At,Range',
      `Forest 9,0.9,3 of 3${more}`,
      `Forest 10,0.8,1 of 3${more}`,
      `'=SUM(A1),-0.123456,0 of 3${more}`,
      `Linear,,2 of 3${more}`,
    ].join('\n')}\n`,
  );
});
