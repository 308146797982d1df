import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createDeployment, createModel, createRollout } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordCalls } from '../../src/predict/call-log.repository.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { callsOf } from '../predict/calls.ts';

const hash = 'a'.repeat(64);
const server = createServer((_req, res) => {
  res.setHeader('content-type', 'application/json').end(JSON.stringify({ hash, loadMs: 1, goldenRows: 1 }));
});
let app: TestApp;
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  app = await startApp({ env: { MODEL_SERVER_URLS: `http://127.0.0.1:${port}` } });
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
      ...{ id: rolloutId, modelId, status: 'stopped', reason: 'Another model was deployed.' },
      ...{ why: [{ code: 'OTHER_DEPLOYED' }], figures: { candidate: { calls: 3 } } },
    },
  ]);
  const { rows } = await app.sql.query(
    "select action, details -> 'after' ->> 'reason' as reason from audit_log where target_id = $1 order by seq",
    [apiId],
  );
  expect(rows).toEqual([
    { action: 'rollout.stopped', reason: 'Another model was deployed.' },
    { action: 'api.deployed', reason: null },
  ]);
  const deployments = await app.sql.query('select status from deployments where model_id = $1', [modelId]);
  expect(deployments.rows).toEqual([{ status: 'withdrawn' }]);
});
