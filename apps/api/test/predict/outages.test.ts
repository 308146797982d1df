import { createApi } from '@rowcast/testkit/factories';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newApiKey } from '../../src/platform/security/api-key.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { startAppAlone } from '../harness/own-services.ts';

let own: Awaited<ReturnType<typeof startAppAlone>>;
let app: TestApp;
/** The process that makes changes; the called one receives or polls them. */
let second: TestApp;
let apiId: string;
let key: string;
let newKey: () => Promise<{ key: string }>;
let revoke: () => Promise<unknown>;
beforeAll(async () => {
  own = await startAppAlone();
  ({ app } = own);
  const { DATABASE_URL, REDIS_URL, JWT_SECRET } = app.services.config;
  second = await startApp({ env: { DATABASE_URL, REDIS_URL, JWT_SECRET } });
  const user = await app.signIn();
  apiId = (await createApi(app.sql, { workspaceId: user.workspaceId })).id;
  const keys = `/api/v1/apis/${apiId}/keys`;
  newKey = async () => {
    const { body } = await app.request.post(keys).set(user.headers).send({ name: 'A key' }).expect(201);
    revoke = () => second.request.delete(`${keys}/${body.id}`).set(user.headers).expect(204);
    return body;
  };
  key = (await newKey()).key;
});
afterAll(async () => {
  await second?.close();
  await own?.close();
});

const call = async (bearer = key) => {
  const sent = app.request.post(`/api/v1/predict/${apiId}`).set('authorization', `Bearer ${bearer}`);
  const { status, body, headers } = await sent.send({ a: 1 });
  return { status, code: body.error.code, headers };
};
const admitted = { status: 409, code: 'API_NOT_DEPLOYED' };

test('without Postgres known keys work on, unknown ones get 503 with Retry-After', async () => {
  expect(await call()).toMatchObject(admitted);
  // These servers write the log lazily.
  await app.sql.query('checkpoint');
  await own.services.postgres.kill();
  expect(await call()).toMatchObject(admitted);
  await expect
    .poll(() => call(newApiKey().key))
    .toMatchObject({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      headers: { 'retry-after': '5' },
    });
  await own.services.postgres.start();
  await expect.poll(() => call(newApiKey().key), { timeout: 10_000 }).toMatchObject({ status: 401 });
});

test('without Redis calls are predicted, limits are reported, and a revoked key is rejected within two seconds', async () => {
  await own.services.valkey.kill();
  await expect.poll(() => call(), { timeout: 5_000 }).toMatchObject(admitted);
  expect((await call()).headers['ratelimit-policy']).toBe('"api";q=1000;w=3600');
  await app.sql.query(
    'update apis set settings = settings || \'{"rateLimitEnabled": false}\' where id = $1',
    [apiId],
  );
  await app.sql.query("update workspaces set plan = 'free'");
  // The plan's quota is the only limit, and not counted.
  await expect
    .poll(async () => (await call()).headers['ratelimit-policy'], { timeout: 3_000 })
    .toMatch(/^"plan";q=1000;w=\d+$/);
  expect((await call()).headers).not.toHaveProperty('ratelimit');
  await revoke();
  await expect.poll(() => call(), { timeout: 2_000 }).toMatchObject({ status: 401, code: 'API_KEY_INVALID' });
  await own.services.valkey.start();
  await expect.poll(() => app.services.redis.status, { timeout: 5_000 }).toBe('ready');
});

test('a change that Redis does not pass on is known two seconds later', async () => {
  key = (await newKey()).key;
  expect(await call()).toMatchObject(admitted);
  const { redis } = app.services;
  await redis.acl('SETUSER', 'default', '-publish');
  await revoke();
  await expect.poll(() => call(), { timeout: 2_500 }).toMatchObject({ status: 401 });
  await redis.acl('SETUSER', 'default', '+publish');
});

describe('while Redis hangs', () => {
  const signal = (name: NodeJS.Signals) => process.kill(own.services.valkey.pid(), name);
  const timed = async <T>(work: PromiseLike<T>) => {
    const began = performance.now();
    const value = await work;
    return { value, ms: performance.now() - began };
  };
  const patient = { timeout: 6_000 };
  beforeEach(async () => {
    await expect.poll(() => app.services.redis.status, patient).toBe('ready');
    key = (await newKey()).key;
    expect(await call()).toMatchObject(admitted);
    signal('SIGSTOP');
  });
  afterEach(() => signal('SIGCONT'));

  test('calls are answered, those with an Idempotency-Key or an unknown key too', async () => {
    const once = app.request
      .post(`/api/v1/predict/${apiId}`)
      .set({ authorization: `Bearer ${key}`, 'idempotency-key': 'hung' });
    const [plain, keyed, unknown] = await Promise.all([
      timed(call()),
      timed(once.send({ a: 1 })),
      timed(call(newApiKey().key)),
    ]);
    expect(plain.value).toMatchObject(admitted);
    expect(keyed.value.body.error.code).toBe('API_NOT_DEPLOYED');
    expect(unknown.value).toMatchObject({ status: 401 });
    for (const { ms } of [plain, keyed, unknown]) expect(ms).toBeLessThan(1_500);
    signal('SIGCONT');
    await expect.poll(() => app.services.redis.status, patient).toBe('ready');
  });

  test('a revoked key is refused within two seconds of an answer that does not wait', async () => {
    const { ms } = await timed(revoke());
    expect(ms).toBeLessThan(3_000);
    await expect.poll(() => call(), { timeout: 2_000 }).toMatchObject({ status: 401 });
  });

  test('and is back, changes are received at once again', async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect((await app.request.get('/health/ready')).body.checks).toMatchObject({ queue: false });
    signal('SIGCONT');
    await expect.poll(() => app.services.redis.status, patient).toBe('ready');
    // Until the process is subscribed again, it looks up a key every second.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(await call()).toMatchObject(admitted);
    await revoke();
    await expect.poll(() => call(), { timeout: 900 }).toMatchObject({ status: 401 });
  });
});
