import { createApi, createModel, createRollout } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eraseJob } from '../../src/features/account/index.ts';
import { recordCalls } from '../../src/predict/logging/call-log.repository.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { waitingForLocks } from '../harness/locks.ts';
import { trainable } from '../models/profiled-dataset.ts';
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
  await eraseJob.run?.(app.services, jobs[0].payload, new AbortController().signal);
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

test('of two who delete it at once, one did; the other finds nothing', async () => {
  const { workspaceId, headers } = await app.signIn();
  const { id } = await createApi(app.sql, { workspaceId });
  const holder = await app.sql.connect();
  await holder.query('begin');
  await holder.query('select 1 from apis where id = $1 for update', [id]);
  const both = Promise.all([1, 2].map(() => app.request.delete(`/api/v1/apis/${id}`).set(headers)));
  await expect.poll(() => waitingForLocks(app)).toBe(2);
  await holder.query('commit');
  holder.release();
  expect((await both).map(({ status }) => status).toSorted()).toEqual([204, 404]);
});

test('a training that begins meanwhile goes with it', async () => {
  const { user, apiId } = await trainable(app);
  const { workspaceId, headers } = user;
  const other = await app.sql.connect();
  await other.query('begin');
  const { id: modelId } = await createModel(other, { workspaceId, apiId });
  await other.query(
    "insert into jobs (id, workspace_id, queue, subject_id, payload, created_at) values ('job_late', $1, 'train', $2, '{}', now())",
    [workspaceId, modelId],
  );
  const removed = app.request
    .delete(`/api/v1/apis/${apiId}`)
    .set(headers)
    .then(({ status }) => status);
  await expect.poll(() => waitingForLocks(app)).toBe(1);
  await other.query('commit');
  other.release();
  expect(await removed).toBe(204);
  const { rows } = await app.sql.query("select state from jobs where id = 'job_late'");
  expect(rows).toEqual([{ state: 'cancelled' }]);
});

test('what another API learns from its data ends with a named error', async () => {
  const { user, apiId, datasetId } = await trainable(app);
  const { id: doomed } = await createApi(app.sql, { workspaceId: user.workspaceId });
  await app.sql.query('update datasets set api_id = $2 where id = $1', [datasetId, doomed]);
  const { body: model } = await app.request
    .post('/api/v1/models')
    .set(user.headers)
    .send({ apiId, datasetId, targetColumn: 'bought' })
    .expect(201);
  await app.request.delete(`/api/v1/apis/${doomed}`).set(user.headers).expect(204);
  const { body } = await app.request.get(`/api/v1/models/${model.id}`).set(user.headers).expect(200);
  expect(body).toMatchObject({ status: 'error', error: { code: 'DATASET_GONE' } });
  const { rows } = await app.sql.query('select state from jobs where subject_id = $1', [model.id]);
  expect(rows).toEqual([{ state: 'cancelled' }]);
});
