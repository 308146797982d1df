import { createRollout } from '@rowcast/testkit/factories';
import { expect, test } from 'vitest';
import { startApp } from '../harness/app.ts';

test('a shadow of all keys that becomes a canary answers a tenth of them, unless a share is named', async () => {
  const app = await startApp();
  const { headers, workspaceId } = await app.signIn();
  const { apiId } = await createRollout(app.sql, { workspaceId, mode: 'shadow' });
  await app.sql.query('update rollouts set percent = 100 where api_id = $1', [apiId]);
  const change = async (body: object) =>
    (await app.request.patch(`/api/v1/apis/${apiId}/rollout`).set(headers).send(body).expect(200)).body;
  expect(await change({ mode: 'canary' })).toMatchObject({ mode: 'canary', percent: 10 });
  expect(await change({ percent: 60 })).toMatchObject({ mode: 'canary', percent: 60 });
  expect(await change({ mode: 'canary', gates: { minCalls: 20 } })).toMatchObject({ percent: 60 });
  expect(await change({ mode: 'shadow' })).toMatchObject({ mode: 'shadow', percent: 100 });
  expect(await change({ mode: 'canary', percent: 100 })).toMatchObject({ mode: 'canary', percent: 100 });
  // Rollouts from before the choice existed keep their split.
  expect(await change({})).toMatchObject({ splitBy: 'key' });
  expect(await change({ splitBy: 'request' })).toMatchObject({ splitBy: 'request', percent: 100 });
  await app.close();
});
