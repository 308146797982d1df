import type { TableLint } from '@rowcast/contracts/domain/lint';
import { screen, waitFor } from '@testing-library/react';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { queryClient } from '@/shared/lib/query-client.ts';
import { resetRequestGuard } from '@/shared/lib/request-guard.ts';
import { aTable } from '../../../../test/factories/dataset.ts';
import { aUser } from '../../../../test/factories/user.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
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

const said = 'Nothing stands out in this table';

function renderPanel(): void {
  if (!dataset.profile) throw new Error('The table was read');
  renderScreen(
    <NuqsAdapter>
      <LintPanel dataset={dataset} profile={dataset.profile} fixes={new Set()} onFixes={() => undefined} />
    </NuqsAdapter>,
    '/asha',
  );
}

test('that nothing stands out is said once the search is over', async () => {
  renderPanel();
  await screen.findByText('Looking through the table…');
  expect(screen.queryByText(said)).toBeNull();
  lint = {
    status: 'ready',
    report: { target: 'churned', task: 'binary', reason: null, findings: [] },
  };
  await queryClient.invalidateQueries();
  await waitFor(() => expect(screen.getByText(said)).toBeDefined());
});

test('that nothing stands out is not said of a search that failed', async () => {
  lint = { status: 'error', report: null };
  renderPanel();
  await screen.findByText(/could not be looked through/);
  expect(screen.queryByText(said)).toBeNull();
});
