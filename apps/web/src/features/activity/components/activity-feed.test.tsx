import type { ActivityEntry } from '@rowcast/contracts/domain/activity';
import { expect, test } from 'vitest';
import { resetRequestGuard } from '@/shared/lib/request-guard.ts';
import { hexId } from '../../../../test/factories/api.ts';
import { startLocalServer } from '../../../../test/local-server.ts';
import { renderScreen, startWords } from '../../../../test/render.tsx';
import { ActivityFeed } from './activity-feed.tsx';

const entry = (action: ActivityEntry['action']): ActivityEntry => ({
  id: hexId('aud'),
  action,
  actor: 'Asha',
  subject: 'Churn',
  apiId: null,
  timestamp: '2026-01-01T00:00:00.000Z',
});

test('what somebody did is not drawn as a failure, though it is called a rollback', async () => {
  await startWords('activity');
  resetRequestGuard();
  const data = [entry('api.rolled_back'), entry('rollout.rolled_back'), entry('model.training_failed')];
  const server = await startLocalServer(() => ({ status: 200, json: { data, nextCursor: null } }));
  const { findAllByRole } = renderScreen(<ActivityFeed />);
  const rows = await findAllByRole('listitem');
  expect(rows.map((row) => row.querySelector('svg.text-red') !== null)).toEqual([false, true, true]);
  await server.stop();
});
