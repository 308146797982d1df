import { createApi } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tellOfQuotas } from '../../src/features/notifications/limit-alerts.ts';
import { recordCalls } from '../../src/predict/logging/call-log.repository.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const list = async (who: SignedIn) =>
  (await app.request.get('/api/v1/notifications').set(who.headers).expect(200)).body.notifications;

test('a reached limit is notified once an hour, regardless of calls and processes', async () => {
  const ann = await app.signIn();
  const { id: apiId, name } = await createApi(app.sql, { workspaceId: ann.workspaceId });
  const { id: quiet } = await createApi(app.sql, { workspaceId: ann.workspaceId });
  const call = (api: string, status: number, each: number) => ({
    ...{ id: `prd_${api}_${status}_${each}`, workspaceId: ann.workspaceId, apiId: api, keyId: 'key_1' },
    ...{ modelId: null, status, code: null, rows: 0, latencyMs: 1, at: new Date(), requestId: null },
    ...{ label: null, contentType: null, request: null, response: null },
  });
  await recordCalls(app.services.db, [
    ...Array.from({ length: 20 }, (_, each) => call(apiId, 429, each)),
    call(quiet, 200, 0),
  ]);
  await Promise.all([tellOfQuotas(app.services), tellOfQuotas(app.services), tellOfQuotas(app.services)]);
  await tellOfQuotas(app.services);
  expect(await list(ann)).toEqual([
    expect.objectContaining({
      kind: 'quota.reached',
      params: { api: name },
      path: `/${ann.workspaceSlug}/apis/${apiId}`,
    }),
  ]);
});
