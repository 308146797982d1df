import { createDeployment, createModel, createRollout } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deploymentRepository } from '../../src/features/deployments/index.ts';
import { rolloutRepository } from '../../src/features/rollouts/repository.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let user: SignedIn;
let apiId: string;
let modelId: string;
let live: string;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await app.signIn();
  const { workspaceId } = user;
  ({ id: modelId, api_id: apiId } = await createModel(app.sql, { workspaceId }));
  ({ id: live } = await createDeployment(app.sql, { workspaceId, apiId, modelId }));
});

const get = async (path: string) =>
  (await app.request.get(`/api/v1/${path}`).set(user.headers).expect(200)).body;

test('the live deployment is listed, however many failed since', async () => {
  await app.sql.query(
    `insert into deployments (id, workspace_id, api_id, model_id, status, created_at)
     select 'dep_' || $2 || n, $1, $2, $3, 'failed', now() + n * interval '1 s' from generate_series(1, 120) n`,
    [user.workspaceId, apiId, modelId],
  );
  const { data } = await get(`apis/${apiId}/deployments`);
  expect(data).toHaveLength(101);
  expect([data[0], data[100]]).toMatchObject([{ status: 'failed' }, { id: live, status: 'live' }]);
});

test('lists of deployments and candidates read no report, progress or settings of a model', async () => {
  const { workspaceId } = user;
  const { id } = await createRollout(app.sql, { workspaceId });
  const [deployed] = await deploymentRepository(app.services.db, workspaceId).listOf(apiId, live);
  const candidate = await rolloutRepository(app.services.db, workspaceId).view(id);
  for (const { model } of [deployed ?? { model: {} }, candidate])
    expect(Object.keys(model).toSorted()).toEqual(['id', 'name', 'version']);
});

test('of very many versions the newest are listed, and the one that answers', async () => {
  const report = {
    ...{ metric: 'r2', score: { value: 0.5, low: 0.4, high: 0.6, gap: null }, scoredOn: 'later rows' },
    baseline: { value: 0.25 },
  };
  await app.sql.query('update models set report = $2 where id = $1', [modelId, report]);
  await app.sql.query(
    `insert into models (id, workspace_id, api_id, name, version, status, config, created_at)
     select left($3, -4) || lpad(n::text, 4, '0'), $1, $2, 'Model', n + 1, 'ready', '{"modelType": "fast"}', now()
     from generate_series(1, 210) n`,
    [user.workspaceId, apiId, modelId],
  );
  await app.sql.query(`update models set config = '{"modelType": "fast"}' where id = $1`, [modelId]);
  const { data } = await get(`models/${modelId}/versions`);
  expect(data.map(({ version }: { version: number }) => version)).toEqual([
    ...Array.from({ length: 200 }, (_, at) => 211 - at),
    1,
  ]);
  expect(data.at(-1)).toMatchObject({
    ...{ label: 'stable', metric: 'r2', interval: report.score, baselineScore: 0.25 },
    scoredOn: 'later rows',
  });
  expect(data[0]).toMatchObject({ label: null, metric: null, interval: null, baselineScore: null });
});

test('production figures cover the newest 50,000 calls of the API', async () => {
  const log = (calls: number, secondsAgo: number, status: number, latencyMs: number, of = modelId) =>
    app.sql.query(
      `insert into request_log (id, workspace_id, api_id, key_id, model_id, status, rows, latency_ms, at)
       select 'prd_' || $5::int || n, $1, $2, 'key_any', $3, $6, 1, $7, now() - $5::int * interval '1 s'
       from generate_series(1, $4::int) n`,
      [user.workspaceId, apiId, of, calls, secondsAgo, status, latencyMs],
    );
  await log(9_000, 30, 500, 900);
  await log(40_000, 20, 200, 2);
  await log(8_000, 10, 200, 7, 'mdl_other');
  expect((await get(`models/${modelId}/metrics`)).service).toMatchObject({
    calls: 42_000,
    errorRate: 2_000 / 42_000,
    p50Ms: 2,
    p95Ms: 2,
  });
});
