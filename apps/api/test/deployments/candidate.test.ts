import { createServer } from 'node:http';
import { createDeployment, createModel, createRollout } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { recordCalls } from '../../src/predict/logging/call-log.repository.ts';
import type { TestApp } from '../harness/app.ts';
import { startAppWith } from '../harness/model-server.ts';
import { callsOf } from '../predict/calls.ts';

const hash = 'a'.repeat(64);
let meanwhile: () => Promise<unknown> = async () => undefined;
const server = createServer(async (_req, res) => {
  await meanwhile();
  res.setHeader('content-type', 'application/json').end(JSON.stringify({ hash, loadMs: 1, goldenRows: 1 }));
});
let app: TestApp;
beforeAll(async () => {
  app = await startAppWith(server);
});
afterAll(async () => {
  await app.close();
  server.close();
});

test('deploying another model ends a candidate as stopping it does: with its figures, why, and a record', async () => {
  const { workspaceId, headers } = await app.signIn();
  const { id: rolloutId, apiId, modelId } = await createRollout(app.sql, { workspaceId });
  const { id: stable } = await createModel(app.sql, { workspaceId, apiId, version: 2 });
  await createDeployment(app.sql, { workspaceId, apiId, modelId: stable });
  const { id: next } = await createModel(app.sql, { workspaceId, apiId, version: 3 });
  await app.sql.query("update models set status = 'ready', bundle_hash = $2 where id = $1", [next, hash]);
  const common = { workspaceId, apiId, rolloutId };
  await recordCalls(app.services.db, callsOf({ ...common, label: 'candidate', at: new Date() }, 3));
  await app.request.post(`/api/v1/models/${next}/deploy`).set(headers).expect(200);
  const { body } = await app.request.get(`/api/v1/apis/${apiId}/rollouts`).set(headers).expect(200);
  expect(body.data).toMatchObject([
    {
      ...{ id: rolloutId, modelId, status: 'stopped', reason: 'Another version was deployed.' },
      ...{ why: [{ code: 'OTHER_DEPLOYED' }], figures: { candidate: { calls: 3 } } },
    },
  ]);
  const { rows } = await app.sql.query(
    "select action, details -> 'after' ->> 'reason' as reason from audit_log where target_id = $1 order by seq",
    [apiId],
  );
  expect(rows).toEqual([
    { action: 'rollout.stopped', reason: 'Another version was deployed.' },
    { action: 'api.deployed', reason: null },
  ]);
  const deployments = await app.sql.query('select status from deployments where model_id = $1', [modelId]);
  expect(deployments.rows).toEqual([{ status: 'withdrawn' }]);
});

test('a candidate is held against what is live when it has been loaded', async () => {
  const { workspaceId, headers } = await app.signIn();
  const { id: stable, api_id: apiId } = await createModel(app.sql, { workspaceId });
  const { id: next } = await createModel(app.sql, { workspaceId, apiId, version: 2 });
  await createDeployment(app.sql, { workspaceId, apiId, modelId: stable });
  await app.sql.query(
    `update models set status = 'ready', bundle_hash = $2, report = '{"target": "churn", "task": "binary"}'
     where api_id = $1`,
    [apiId, hash],
  );
  meanwhile = () =>
    app.sql.query(`update models set report = '{"target": "price", "task": "regression"}' where id = $1`, [
      stable,
    ]);
  onTestFinished(() => {
    meanwhile = async () => undefined;
  });
  const { body } = await app.request
    .post(`/api/v1/apis/${apiId}/rollouts`)
    .set(headers)
    .send({ modelId: next, mode: 'canary' })
    .expect(409);
  expect(body.error.code).toBe('ROLLOUT_OTHER_QUESTION');
});

test('what another API has served is not gone back to', async () => {
  const { workspaceId, headers } = await app.signIn();
  const [one, other] = [
    await createModel(app.sql, { workspaceId }),
    await createModel(app.sql, { workspaceId }),
  ];
  await createDeployment(app.sql, { workspaceId, apiId: one.api_id, modelId: one.id });
  const { id: deploymentId } = await createDeployment(app.sql, {
    ...{ workspaceId, apiId: other.api_id, modelId: other.id },
  });
  await app.request
    .post(`/api/v1/apis/${one.api_id}/rollback`)
    .set(headers)
    .send({ deploymentId })
    .expect(404);
});
