import { createRollout } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import { waitingForLocks } from '../harness/locks.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('what a model answered in the shadow goes before it, for nobody waits meanwhile, once it is not tried', async () => {
  const { workspaceId, headers } = await app.signIn();
  const { id, apiId, modelId } = await createRollout(app.sql, { workspaceId, mode: 'shadow' });
  await app.sql.query(
    `insert into shadow_answers (rollout_id, call_id, at, status, latency_ms, rows, differing, max_delta, differences)
     select $1, 'prd_' || n, now(), 200, 1, 1, 0, 0, '[]' from generate_series(1, 100) n`,
    [id],
  );
  const left = async () =>
    (await app.sql.query('select count(*)::int as n from shadow_answers where rollout_id = $1', [id])).rows[0]
      .n;
  const remove = () => app.request.delete(`/api/v1/models/${modelId}`).set(headers);
  expect((await remove().expect(409)).body.error.code).toBe('MODEL_DEPLOYED');
  expect(await left()).toBe(100);
  await app.sql.query("update rollouts set status = 'stopped' where id = $1", [id]);
  await app.sql.query("update deployments set status = 'withdrawn' where model_id = $1", [modelId]);
  const holder = await app.sql.connect();
  await holder.query('begin');
  await holder.query('select 1 from apis where id = $1 for update', [apiId]);
  const removed = remove().then(({ status }) => status);
  await expect.poll(() => waitingForLocks(app)).toBe(1);
  expect(await left()).toBe(0);
  await holder.query('commit');
  holder.release();
  expect(await removed).toBe(204);
});
