import { createServer } from 'node:http';
import { createModel } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SignedIn, TestApp } from '../harness/app.ts';
import { startAppWith } from '../harness/model-server.ts';

let code: string;
const server = createServer((_req, res) => {
  const refusal = JSON.stringify({ error: { code }, message: 'Why.' });
  res.writeHead(503, { 'content-type': 'application/json' }).end(refusal);
});
let app: TestApp;
let user: SignedIn;
beforeAll(async () => {
  app = await startAppWith(server);
  user = await app.signIn();
});
afterAll(async () => {
  await app.close();
  server.close();
});

test.each([
  ['no room in the model server now', 'MODEL_SERVER_BUSY', 0],
  ['a bundle that answers its own rows otherwise', 'GOLDEN_ROWS_FAILED', 1],
])(
  'a deployment has failed where the model is at fault, not where the moment is: %s',
  async (_, refused, count) => {
    const { workspaceId, headers } = user;
    const { id, api_id: apiId } = await createModel(app.sql, { workspaceId });
    await app.sql.query("update models set status = 'ready', bundle_hash = $2 where id = $1", [id, refused]);
    code = refused;
    const { body } = await app.request.post(`/api/v1/models/${id}/deploy`).set(headers);
    expect(body.error.code).toBe(refused);
    const failed = await app.sql.query('select 1 from deployments where api_id = $1', [apiId]);
    const reported = await app.sql.query('select 1 from notifications where path like $1', [`%${apiId}%`]);
    expect([failed.rowCount, reported.rowCount]).toEqual([count, count]);
  },
);
