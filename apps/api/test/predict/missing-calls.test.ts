import { createApi } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMetering } from '../../src/predict/logging/metering.ts';
import { missingCalls, missingOf } from '../../src/predict/logging/missing-calls.ts';
import type { TestApp } from '../harness/app.ts';
import { startAppAlone } from '../harness/own-services.ts';
import { callsOf } from './calls.ts';

let own: Awaited<ReturnType<typeof startAppAlone>>;
let app: TestApp;
let api: { workspaceId: string; apiId: string };
beforeAll(async () => {
  own = await startAppAlone();
  ({ app } = own);
});
afterAll(() => own?.close());
beforeEach(async () => {
  const { workspaceId } = await app.signIn();
  api = { workspaceId, apiId: (await createApi(app.sql, { workspaceId })).id };
});

const found = () => missingOf(app.services.redis, api.apiId);
const opened = () => missingCalls(app.services.redis, app.services.clock.now);

test('calls missing during a write are counted by the next one', async () => {
  const missing = opened();
  missing.add(api.apiId, 'call');
  const reported = missing.write();
  missing.add(api.apiId, 'call');
  missing.add(api.apiId, 'text');
  await reported;
  await missing.write();
  expect(await found()).toMatchObject({ calls: 2, texts: 1 });
});

test('counts that did not reach Redis are sent once it is back, once', async () => {
  const missing = opened();
  missing.add(api.apiId, 'call');
  await own.services.valkey.kill();
  const reported = missing.write();
  missing.add(api.apiId, 'call');
  await expect(reported).rejects.toThrow();
  await own.services.valkey.start();
  await expect.poll(() => app.services.redis.status, { timeout: 5_000 }).toBe('ready');
  await missing.write();
  await missing.write();
  expect(await found()).toMatchObject({ calls: 2, texts: 0 });
});

test('calls dropped without Postgres are reported meanwhile, as are those lost at shutdown', {
  timeout: 30_000,
}, async () => {
  const metering = createMetering(app.services);
  await own.services.postgres.kill();
  for (const call of callsOf(api, 50_007)) metering.record(call);
  await expect.poll(found, { timeout: 10_000 }).toMatchObject({ calls: 7, texts: 0 });
  await metering.close();
  expect(await found()).toMatchObject({ calls: 50_007, texts: 0 });
});
