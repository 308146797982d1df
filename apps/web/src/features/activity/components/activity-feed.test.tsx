import type { ActivityEntry } from '@rowcast/contracts/domain/people/activity';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/http/request-guard.ts';
import { hexId } from '../../../../test/factories/api.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { ActivityFeed } from './activity-feed.tsx';

let server: Awaited<ReturnType<typeof startLocalServer>>;
let data: ActivityEntry[];

const entry = (action: ActivityEntry['action'], apiId: string | null = null): ActivityEntry => ({
  id: hexId('aud'),
  action,
  actor: 'Asha',
  subject: 'Churn',
  apiId,
  timestamp: '2026-01-01T00:00:00.000Z',
});

beforeAll(() => startWords('activity'));
beforeEach(async () => {
  resetRequestGuard();
  server = await startLocalServer(() => ({ status: 200, json: { data, nextCursor: null } }));
});
afterEach(() => server.stop());

const draw = () =>
  renderScreen(
    <Routes>
      <Route path="/:username" element={<ActivityFeed />} />
    </Routes>,
    '/asha',
  );

test('does not show a rollback as a failure', async () => {
  data = [entry('api.rolled_back'), entry('rollout.rolled_back'), entry('model.training_failed')];
  const rows = await draw().findAllByRole('listitem');
  expect(rows.map((row) => row.querySelector('svg.text-red') !== null)).toEqual([false, true, true]);
});

test.each([
  ['key.created', '/settings/keys'],
  ['dataset.uploaded', '/datasets'],
  ['rollout.started', '/models/versions'],
  ['api.updated', ''],
] as const)('%s links to its subject', async (action, tab) => {
  const apiId = hexId('api');
  data = [entry(action, apiId)];
  const link = await draw().findByRole('link', { name: /Churn/ });
  expect(link.getAttribute('href')).toBe(`/asha/apis/${apiId}${tab}`);
});
