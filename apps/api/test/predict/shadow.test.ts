import { createServer } from 'node:http';
import { createRollout } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findRoute, type LiveRoute } from '../../src/predict/admission/repository.ts';
import { recordShadowAnswer, trimShadowAnswers } from '../../src/predict/rollouts/shadow.repository.ts';
import { createShadow } from '../../src/predict/rollouts/shadow.ts';
import type { TestApp } from '../harness/app.ts';
import { startAppWith } from '../harness/model-server.ts';

const server = createServer((req, res) => {
  req.resume();
  res.setHeader('content-type', 'application/json').end('{"predictions":[{"prediction":2}]}');
});
let app: TestApp;
beforeAll(async () => {
  app = await startAppWith(server);
});
afterAll(async () => {
  await app.close();
  server.close();
});

async function shadowWith(settings: object) {
  const { workspaceId } = await app.signIn();
  const { id, apiId, modelId } = await createRollout(app.sql, { workspaceId, mode: 'shadow' });
  await app.sql.query('update apis set settings = settings || $2 where id = $1', [apiId, settings]);
  await app.sql.query("update models set bundle_hash = 'a' where id = $1", [modelId]);
  const answers = async (columns: string) =>
    (await app.sql.query(`select ${columns} from shadow_answers where rollout_id = $1 order by at`, [id]))
      .rows;
  return { rolloutId: id, apiId, answers };
}

test.each([
  [true, [{ row: 0, stable: 1, candidate: 2, delta: 1 }]],
  [false, []],
])('where logging is on: %s, what both answered is kept as %j', async (loggingEnabled, differences) => {
  const { apiId, answers } = await shadowWith({ loggingEnabled });
  const shadow = createShadow(app.services);
  const route = (await findRoute(app.services.db, apiId)) as LiveRoute;
  const asked = { query: '', accept: '', policy: '', requestId: 'req_1', rowByRow: false };
  const question = { ...asked, body: Buffer.from('{}'), contentType: 'application/json' };
  shadow.follow(route, question, { id: 'prd_1', rows: () => [{ prediction: 1 }] });
  await shadow.close();
  expect(await answers('rows, differing, max_delta, differences')).toEqual([
    { rows: 1, differing: 1, max_delta: 1, differences },
  ]);
});

test('a shadow’s answers are kept as long as the log of its API', async () => {
  const [short, long] = [
    await shadowWith({ logRetentionDays: 7 }),
    await shadowWith({ logRetentionDays: 60 }),
  ];
  for (const { rolloutId } of [short, long])
    for (const days of [1, 8, 61])
      await recordShadowAnswer(app.services.db, {
        ...{ rolloutId, callId: `prd_${days}`, status: 200, rows: 1, differing: 0, maxDelta: 0 },
        ...{ at: new Date(Date.now() - days * 86_400_000), latencyMs: 1, differences: [] },
      });
  await trimShadowAnswers(app.services.db);
  expect(await short.answers('call_id')).toEqual([{ call_id: 'prd_1' }]);
  expect(await long.answers('call_id')).toEqual([{ call_id: 'prd_8' }, { call_id: 'prd_1' }]);
});
