import type { ActivityEntry } from '@rowcast/contracts/domain/people/activity';
import { defaultTeamSettings } from '@rowcast/contracts/domain/people/team';
import { within } from '@testing-library/react';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { hexId } from '../../../../test/factories/api.ts';
import { anOverview } from '../../../../test/factories/overview.ts';
import { aUser } from '../../../../test/factories/user.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { OverviewScreen } from './overview.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
let refused: boolean;
let isEmpty: boolean;

const entry = (subject: string): ActivityEntry => ({
  ...{ id: hexId('aud'), action: 'api.created', actor: 'Asha', subject, apiId: null },
  timestamp: '2026-01-01T00:00:00.000Z',
});
const done = Array.from({ length: 20 }, (_, at) => entry(`API ${at + 1}`));
const summary = { requests: 1, responseTimeMs: 4, uptime: 1, growth: null };
const topApis = [
  { ...summary, id: hexId('api'), name: 'Churn', status: 'deprecated' as const, enabled: true },
  { ...summary, id: hexId('api'), name: 'Prices', status: 'active' as const, enabled: false },
];
const checklist = {
  ...{ createdApi: true, uploadedDataset: true, trainedModel: true },
  ...{ deployed: true, calledEndpoint: true, latestApiId: hexId('api'), latestDatasetId: hexId('ds') },
};

beforeAll(() => startWords('overview', 'apis', 'team', 'activity', 'onboarding', 'datasets'));
beforeEach(async () => {
  resetRequestGuard();
  refused = false;
  isEmpty = false;
  server = await startLocalServer(({ path }) => {
    if (path.startsWith('/api/v1/activity')) return { status: 200, json: { data: done, nextCursor: 1 } };
    if (path === '/api/v1/team/settings') return { status: 200, json: defaultTeamSettings };
    if (path !== '/api/v1/analytics/overview') return { status: 200, json: aUser() };
    return refused
      ? { status: 400, json: 'refused' }
      : { status: 200, json: isEmpty ? anOverview() : anOverview({ topApis, checklist }) };
  });
});
afterEach(() => server.stop());

const open = () =>
  renderScreen(
    <NuqsTestingAdapter hasMemory>
      <Routes>
        <Route path="/:username" element={<OverviewScreen />} />
      </Routes>
    </NuqsTestingAdapter>,
    '/asha',
  );

test('the first tab also shows the latest activity', async () => {
  const { user, findByText, findByRole, queryByText, getByRole } = open();
  await findByText('Asha created the API API 6');
  expect(queryByText('Asha created the API API 7')).toBeNull();
  expect(queryByText('Load older activity')).toBeNull();
  await user.click(getByRole('tab', { name: 'Activity' }));
  await findByText('Asha created the API API 20');
  await findByRole('button', { name: 'Load older activity' });
});

test('the top APIs show their status', async () => {
  const { findByRole } = open();
  const table = within(await findByRole('table', { name: 'Top Performing APIs' }));
  const said = table.getAllByRole('row').map((row) => row.querySelectorAll('td')[1]?.textContent);
  expect(said).toEqual([undefined, 'Deprecated', 'Inactive']);
});

test('reports a rejected overview', async () => {
  refused = true;
  await open().findByText('Failed to fetch analytics');
});

test('an empty workspace starts with a file or a sample, and leaves out figures without values', async () => {
  isEmpty = true;
  const { findByRole, getByText, queryByText } = open();
  await findByRole('heading', { name: 'Start with your data' });
  getByText('Drop a file here or choose one');
  await findByRole('button', { name: /^Telecom customers/ });
  getByText('0 of 4 done');
  expect(queryByText('Total APIs')).toBeNull();
});
