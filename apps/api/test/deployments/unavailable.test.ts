import { createServer } from 'node:http';
import { createDeployment, createModel } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recoverUnavailableModels } from '../../src/features/deployments/index.ts';
import { endSupersededRollout } from '../../src/features/rollouts/index.ts';
import type { SignedIn, TestApp } from '../harness/app.ts';
import { startAppWith } from '../harness/model-server.ts';

const [old, current] = ['a'.repeat(64), 'b'.repeat(64)];
/** Answers of a model server by the hash of the bundle; others are loaded. */
let refusals: Record<string, [status: number, code: string]> = {};
const server = createServer((req, res) => {
  const [status, code] = refusals[/[ab]{64}/.exec(req.url ?? '')?.[0] ?? ''] ?? [200, ''];
  const loaded = { hash: old, loadMs: 1, goldenRows: 1, predictions: [{ prediction: 1 }] };
  res.writeHead(status, { 'content-type': 'application/json', 'x-rowcast-rows': '1' });
  req.resume().on('end', () => res.end(JSON.stringify(code ? { error: { code }, message: code } : loaded)));
});

let app: TestApp;
let user: SignedIn;
let apiId: string;
let key: string;

beforeAll(async () => {
  app = await startAppWith(server);
});
afterAll(async () => {
  await app.close();
  server.close();
});

const report = (target: string) =>
  JSON.stringify({ target, task: 'regression', labels: [], fields: [{ name: 'a', kind: 'number' }] });

/** An API whose second version took the place of the first. */
beforeEach(async () => {
  refusals = {};
  user = await app.signIn();
  const { workspaceId } = user;
  const first = await createModel(app.sql, { workspaceId });
  apiId = first.api_id;
  const second = await createModel(app.sql, { workspaceId, apiId, version: 2 });
  for (const [id, hash] of [
    [first.id, old],
    [second.id, current],
  ])
    await app.sql.query(
      "update models set status = 'ready', bundle_hash = $2, report = $3::jsonb where id = $1",
      [id, hash, report('y')],
    );
  await createDeployment(app.sql, { workspaceId, apiId, modelId: first.id });
  await app.sql.query("update deployments set status = 'superseded', retired_at = now() where api_id = $1", [
    apiId,
  ]);
  await createDeployment(app.sql, { workspaceId, apiId, modelId: second.id });
  const { body } = await app.request
    .post(`/api/v1/apis/${apiId}/keys`)
    .set(user.headers)
    .send({ name: 'Key' })
    .expect(201);
  ({ key } = body);
});

const predict = (path = '', type = 'application/json') =>
  app.request
    .post(`/api/v1/predict/${apiId}${path}`)
    .set('authorization', `Bearer ${key}`)
    .type(type)
    .send('{"a":1}');

const recover = () => recoverUnavailableModels(app.services, endSupersededRollout);

const notifications = async (): Promise<string[]> => {
  const { body } = await app.request.get('/api/v1/notifications').set(user.headers).expect(200);
  return body.notifications
    .map(({ kind }: { kind: string }) => kind)
    .filter((kind: string) => !kind.startsWith('security'));
};

const live = async () => {
  const { rows } = await app.sql.query(
    'select m.version from apis a join deployments d on d.id = a.live_deployment_id join models m on m.id = d.model_id where a.id = $1',
    [apiId],
  );
  return rows[0]?.version;
};

test.each([
  [500, 'STORED_DATA_DAMAGED'],
  [422, 'BUNDLE_INVALID'],
  [404, 'NOT_FOUND'],
  [502, 'GOLDEN_ROWS_FAILED'],
] as const)(
  'after %i %s callers get 503, members are notified, and the previous model serves',
  async (status, code) => {
    await predict().expect(200);
    refusals = { [current]: [status, code] };
    const { body, headers } = await predict().expect(503);
    expect(body.error.code).toBe('MODEL_UNAVAILABLE');
    expect(headers['retry-after']).toBe('30');
    await predict('/stream', 'application/x-ndjson').expect(503);
    await recover();
    expect(await live()).toBe(1);
    expect(await notifications()).toEqual(['deployment.live', 'model.unavailable']);
    await expect.poll(async () => (await predict()).status).toBe(200);
  },
);

test('without a previous model that keeps the contract, members are notified once and nothing changes', async () => {
  await app.sql.query('update models set report = $2::jsonb where api_id = $1 and version = 1', [
    apiId,
    report('other'),
  ]);
  refusals = { [current]: [500, 'STORED_DATA_DAMAGED'] };
  for (let call = 0; call < 3; call += 1) {
    await predict().expect(503);
    await recover();
  }
  expect(await live()).toBe(2);
  expect(await notifications()).toEqual(['model.unavailable']);
  refusals = {};
  await predict().expect(200);
});

test('a previous model that is damaged too takes the place of nothing', async () => {
  refusals = { [current]: [422, 'BUNDLE_INVALID'], [old]: [422, 'BUNDLE_INVALID'] };
  await predict().expect(503);
  await recover();
  expect(await live()).toBe(2);
  expect(await notifications()).toEqual(['deployment.failed', 'model.unavailable']);
});

test('a model server that is busy or fails leaves the deployment as it is', async () => {
  for (const [status, code] of [
    [503, 'MODEL_SERVER_BUSY'],
    [500, 'INTERNAL'],
  ] as const) {
    refusals = { [current]: [status, code] };
    expect((await predict()).body.error.code).not.toBe('MODEL_UNAVAILABLE');
    await recover();
  }
  expect(await live()).toBe(2);
  expect(await notifications()).toEqual([]);
});

test('a bundle that was restored before it was checked again is not reported', async () => {
  refusals = { [current]: [500, 'STORED_DATA_DAMAGED'] };
  await predict().expect(503);
  refusals = {};
  await recover();
  expect(await live()).toBe(2);
  expect(await notifications()).toEqual([]);
});
