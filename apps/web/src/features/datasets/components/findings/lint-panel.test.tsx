import type { TableLint } from '@rowcast/contracts/domain/datasets/lint';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { queryClient } from '@/shared/lib/live/query-client.ts';
import { aTable } from '../../../../../test/factories/dataset.ts';
import { aUser } from '../../../../../test/factories/user.ts';
import { startLocalServer } from '../../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../../test/render.tsx';
import { LintPanel } from './lint-panel.tsx';

const dataset = aTable('Customers', ['churned', 'age']);
let server: Awaited<ReturnType<typeof startLocalServer>>;
let lint: TableLint;

beforeAll(() => startWords('datasets'));
beforeEach(async () => {
  resetRequestGuard();
  lint = { status: 'running', report: null };
  server = await startLocalServer(({ path }) => ({
    status: 200,
    json: path.includes('/lint') ? lint : aUser({}),
  }));
});
afterEach(() => server.stop());

const said = 'No issues found';

function Panel() {
  const [fixes, setFixes] = useState<ReadonlySet<string>>(new Set());
  if (!dataset.profile) throw new Error('The table was read');
  return <LintPanel dataset={dataset} profile={dataset.profile} fixes={fixes} onFixes={setFixes} />;
}

function renderPanel(): void {
  renderScreen(
    <NuqsAdapter>
      <Panel />
    </NuqsAdapter>,
    '/asha',
  );
}

test('reports no findings once the checks are complete', async () => {
  renderPanel();
  await screen.findByText('Checking your data…');
  expect(screen.queryByText(said)).toBeNull();
  lint = {
    status: 'ready',
    report: { target: 'churned', task: 'binary', reason: null, findings: [] },
  };
  await queryClient.invalidateQueries();
  await waitFor(() => expect(screen.getByText(said)).toBeDefined());
});

test('a failed check does not report that there are no findings', async () => {
  lint = { status: 'error', report: null };
  renderPanel();
  await screen.findByText(/Data checks failed/);
  expect(screen.queryByText(said)).toBeNull();
});

test('restarts failed data checks on request', async () => {
  lint = { status: 'error', report: null };
  renderPanel();
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(server.received.at(-1)?.path).toMatch(/lint\?target=churned&again=true$/));
});

const readings = ['%d/%m/%Y', '%m/%d/%Y'].map((format) => ({
  label: format,
  step: { op: 'parse_dates' as const, column: 'age', formats: [format] },
}));

test('selects one interpretation of a column and clears it again', async () => {
  lint = {
    status: 'ready',
    report: {
      ...{ target: 'churned', task: 'binary', reason: null },
      findings: [
        {
          ...{
            code: 'AMBIGUOUS_DATES',
            severity: 'warning',
            column: 'age',
            message: '',
            rows: [],
            lines: [],
          },
          params: { cell: '03/04/2024' },
          choices: readings,
        },
      ],
    },
  };
  renderPanel();
  const dayFirst = await screen.findByRole('button', { name: 'DD/MM/YYYY' });
  const monthFirst = screen.getByRole('button', { name: 'MM/DD/YYYY' });
  const pressed = () => [dayFirst, monthFirst].map((button) => button.getAttribute('aria-pressed'));
  expect(pressed()).toEqual(['false', 'false']);
  await userEvent.click(dayFirst);
  expect(pressed()).toEqual(['true', 'false']);
  await userEvent.click(monthFirst);
  expect(pressed()).toEqual(['false', 'true']);
  await screen.findByText('Parse age as dates in the format MM/DD/YYYY');
  await userEvent.click(monthFirst);
  expect(pressed()).toEqual(['false', 'false']);
});
