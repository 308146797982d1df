import { createApi, createRollout } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseJob } from '../../src/features/account/index.ts';
import { recordCalls } from '../../src/predict/call-log.repository.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { callsOf } from '../predict/calls.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('what an API was asked and answered goes with it; what it used of the month stays counted', async () => {
  const { workspaceId, headers } = await app.signIn();
  const [doomed, kept] = [
    await createApi(app.sql, { workspaceId }),
    await createApi(app.sql, { workspaceId }),
  ];
  for (const { id: apiId } of [doomed, kept])
    await recordCalls(app.services.db, callsOf({ workspaceId, apiId, request: '{}', response: '{}' }, 5));
  await app.request.delete(`/api/v1/apis/${doomed.id}`).set(headers).expect(204);
  const { rows: jobs } = await app.sql.query("select payload from jobs where queue = 'erase'");
  expect(jobs).toHaveLength(1);
  await eraseJob.run?.(app.services, jobs[0].payload);
  const { rows } = await app.sql.query(
    'select api_id as id, count(*)::int as calls from request_log where workspace_id = $1 group by 1',
    [workspaceId],
  );
  expect(rows).toEqual([{ id: kept.id, calls: 5 }]);
  const used = await app.sql.query('select sum(calls)::int as n from api_usage where workspace_id = $1', [
    workspaceId,
  ]);
  expect(used.rows).toEqual([{ n: 10 }]);
});

test('what candidates answered in the shadow goes with it, however much it is, for who may delete it', async () => {
  const [owner, stranger] = [await app.signIn(), await app.signIn()];
  const { id, apiId } = await createRollout(app.sql, { workspaceId: owner.workspaceId, mode: 'shadow' });
  await app.sql.query(
    `insert into shadow_answers (rollout_id, call_id, at, status, latency_ms, rows, differing, max_delta, differences)
     select $1, 'prd_' || n, now(), 200, 1, 1, 0, 0, '[]' from generate_series(1, 25000) n`,
    [id],
  );
  const left = async () =>
    (await app.sql.query('select count(*)::int as n from shadow_answers where rollout_id = $1', [id])).rows[0]
      .n;
  await app.request.delete(`/api/v1/apis/${apiId}`).set(stranger.headers).expect(404);
  expect(await left()).toBe(25_000);
  await app.request.delete(`/api/v1/apis/${apiId}`).set(owner.headers).expect(204);
  expect(await left()).toBe(0);
});
