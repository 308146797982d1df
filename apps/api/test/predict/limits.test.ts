import { createApi } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newApiKey } from '../../src/platform/security/api-key.ts';
import { findRoute } from '../../src/predict/admission/repository.ts';
import { callLimits } from '../../src/predict/limits/call-limits.ts';
import { createLimiter } from '../../src/predict/limits/limiter.ts';
import { recordCalls } from '../../src/predict/logging/call-log.repository.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { callsOf } from './calls.ts';

let app: TestApp;
let second: TestApp;
let user: SignedIn;
let apiId: string;
let key: { id: string; key: string };
beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: '1' } });
  const { DATABASE_URL, REDIS_URL, JWT_SECRET } = app.services.config;
  second = await startApp({ env: { DATABASE_URL, REDIS_URL, JWT_SECRET } });
});
afterAll(() => Promise.all([app.close(), second.close()]));
beforeEach(async () => {
  user = await app.signIn();
  apiId = (await createApi(app.sql, { workspaceId: user.workspaceId })).id;
  key = await createKey({});
});

const createKey = async (given: object): Promise<{ id: string; key: string }> => {
  const sent = app.request.post(`/api/v1/apis/${apiId}/keys`).set(user.headers);
  return (await sent.send({ name: 'A key', ...given }).expect(201)).body;
};
const limitApi = (settings: object) =>
  app.request.put(`/api/v1/apis/${apiId}`).set(user.headers).send({ settings }).expect(200);
const call = (bearer = key.key, { request } = app) =>
  request.post(`/api/v1/predict/${apiId}`).set('authorization', `Bearer ${bearer}`).send({ a: 1 });
const codesOf = async (calls: PromiseLike<{ body: { error: { code: string } } }>[]) =>
  (await Promise.all(calls)).map(({ body }) => body.error.code).toSorted();

const admitted = 'API_NOT_DEPLOYED';
const times = <T>(count: number, each: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => each(at));

describe('a limit is exact', () => {
  test('across two processes, for the API', async () => {
    await limitApi({ rateLimitRequests: 20, rateLimitWindow: 3600 });
    const codes = await codesOf(times(40, (at) => call(key.key, at % 2 ? app : second)));
    expect(codes.filter((code) => code === admitted)).toHaveLength(20);
    expect(codes.filter((code) => code === 'API_RATE_LIMITED')).toHaveLength(20);
  });

  test('for a key of its own, which takes nothing from the API once it is used up', async () => {
    await limitApi({ rateLimitRequests: 12, rateLimitWindow: 3600 });
    const small = await createKey({ limit: { requests: 4, window: 60 } });
    const codes = await codesOf(times(10, () => call(small.key)));
    expect(codes).toEqual([...Array(4).fill(admitted), ...Array(6).fill('KEY_RATE_LIMITED')]);
    const refused = await call(small.key).expect(429);
    expect(refused.headers['ratelimit-policy']).toBe('"key";q=4;w=60, "api";q=12;w=3600');
    expect(refused.headers.ratelimit).toMatch(/^"key";r=0;t=\d+$/);
    expect(refused.body.message).toMatch(
      /^This API key has reached its rate limit of 4 calls in 1 minute\. Try again in \d+ seconds?, or create a key with a higher/,
    );
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(15);
    const others = await codesOf(times(10, () => call()));
    expect(others.filter((code) => code === admitted)).toHaveLength(8);
  });

  test('for versions that do not answer as for those that do', async () => {
    await limitApi({ rateLimitRequests: 3, rateLimitWindow: 3600 });
    const infer = () =>
      app.request
        .post(`/v2/models/${apiId}/versions/7/infer`)
        .set('authorization', `Bearer ${key.key}`)
        .send({});
    const codes = [];
    for (let each = 0; each < 4; each += 1) codes.push((await infer()).body.code);
    expect(codes).toEqual(['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'API_RATE_LIMITED']);
  });

  test('for the month of the plan, whatever its APIs allow', async () => {
    await app.sql.query("update workspaces set plan = 'free' where id = $1", [user.workspaceId]);
    const month = new Date().toISOString().slice(0, 7);
    await app.services.redis.set(`limit:{${user.workspaceId}}:month:${month}`, 995);
    const codes = await codesOf(times(12, (at) => call(key.key, at % 2 ? app : second)));
    expect(codes.filter((code) => code === admitted)).toHaveLength(5);
    const refused = await call().expect(429);
    expect(refused.body.error.code).toBe('PLAN_QUOTA_EXCEEDED');
    expect(refused.body.message).toMatch(
      /^The plan's quota of 1,000 calls this month is used up\. .* or wait \d+ \w+ until/,
    );
    expect(refused.headers.ratelimit).toMatch(/^"plan";r=0;t=\d+$/);
  });

  test('the month goes on from Postgres when Redis was flushed', async () => {
    await app.sql.query("update workspaces set plan = 'free' where id = $1", [user.workspaceId]);
    await recordCalls(
      app.services.db,
      callsOf({ workspaceId: user.workspaceId, apiId, at: new Date() }, 998),
    );
    expect(await codesOf([call()])).toEqual([admitted]);
    const month = `limit:{${user.workspaceId}}:month:${new Date().toISOString().slice(0, 7)}`;
    await expect.poll(() => app.services.redis.get(month)).toBe('999');
    const codes = await codesOf(times(3, () => call()));
    expect(codes).toEqual([admitted, 'PLAN_QUOTA_EXCEEDED', 'PLAN_QUOTA_EXCEEDED']);
  });
});

test('what Redis did not count stands in no month, and no month is taken below zero', async () => {
  await app.sql.query("update workspaces set plan = 'free' where id = $1", [user.workspaceId]);
  const { db, redis, clock } = app.services;
  const route = await findRoute(db, apiId);
  if (!route) throw new Error('the API has a route');
  const asked = { keyId: key.id, apiId, scopes: ['predict'], limit: null, expiresAt: null } as const;
  const limits = callLimits(route, asked, clock.now);
  if (!limits?.month) throw new Error('the plan has a quota');
  const gone = redis.duplicate({ lazyConnect: true });
  const [here, away] = [createLimiter(app.services), createLimiter({ ...app.services, redis: gone })];
  expect(await here.admit(limits, user.workspaceId)).toMatchObject({ refused: null, inMonth: true });
  expect(await away.admit(limits, user.workspaceId)).toMatchObject({ refused: null, inMonth: false });
  for (const left of ['0', '0']) {
    here.giveBack(limits);
    await expect.poll(() => redis.get(limits.month ?? '')).toBe(left);
  }
  here.close();
  away.close();
});

test('a month that has begun is counted from its first second on', async () => {
  await app.sql.query("update workspaces set plan = 'free' where id = $1", [user.workspaceId]);
  await app.services.redis.set(`limit:{${user.workspaceId}}:month:2031-01`, 999);
  const limited = await createKey({ limit: { requests: 100, window: 60 } });
  const { DATABASE_URL, REDIS_URL } = app.services.config;
  let now = '2031-01-31T23:59:50Z';
  const third = await startApp({ env: { DATABASE_URL, REDIS_URL }, clock: { now: () => new Date(now) } });
  try {
    expect(await codesOf([call(key.key, third)])).toEqual([admitted]);
    for (const bearer of [key.key, limited.key]) {
      const refused = await call(bearer, third).expect(429);
      expect(refused.body.error.code).toBe('PLAN_QUOTA_EXCEEDED');
      expect(refused.headers['retry-after']).toBe('10');
    }
    now = '2031-02-01T00:00:05Z';
    for (const bearer of [key.key, limited.key]) {
      const { body, headers } = await call(bearer, third);
      expect([body.error.code, headers['ratelimit-policy']]).toEqual([
        admitted,
        expect.stringContaining(`"plan";q=1000;w=${28 * 86_400}`),
      ]);
    }
  } finally {
    await third.close();
  }
});

test('room comes back with time, one call after another', async () => {
  await limitApi({ rateLimitRequests: 2, rateLimitWindow: 1 });
  await expect.poll(async () => (await call()).headers['ratelimit-policy']).toContain('"api";q=2;w=1');
  await Promise.all([call(), call()]);
  await call().expect(429);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(await codesOf([call()])).toEqual([admitted]);
  await call().expect(429);
});

test('the remaining calls are those of the tightest limit', async () => {
  await limitApi({ rateLimitRequests: 100, rateLimitWindow: 60 });
  const limited = await createKey({ limit: { requests: 5, window: 60 } });
  expect((await call(limited.key)).headers.ratelimit).toMatch(/^"key";r=4;t=\d+$/);
  expect((await call()).headers.ratelimit).toMatch(/^"api";r=98;t=\d+$/);
});

describe('a key', () => {
  test('that has expired is refused, to the moment', async () => {
    const expiresAt = new Date(Date.now() + 1_500).toISOString();
    const brief = await createKey({ expiresAt });
    expect(await codesOf([call(brief.key)])).toEqual([admitted]);
    await new Promise((resolve) => setTimeout(resolve, 1_600));
    expect(await codesOf([call(brief.key)])).toEqual(['API_KEY_INVALID']);
  });

  test('can not be made to have expired already', async () => {
    const sent = app.request.post(`/api/v1/apis/${apiId}/keys`).set(user.headers);
    await sent.send({ name: 'A key', expiresAt: '2020-01-01T00:00:00Z' }).expect(400);
  });

  test('that is revoked through one process is refused by the other within a second', async () => {
    const doomed = await createKey({});
    expect(await codesOf([call(doomed.key, second)])).toEqual([admitted]);
    await app.request.delete(`/api/v1/apis/${apiId}/keys/${doomed.id}`).set(user.headers).expect(204);
    const asked = () => codesOf([call(doomed.key, second)]);
    await expect.poll(asked, { timeout: 1_000 }).toEqual(['API_KEY_INVALID']);
  });

  test('without the predict scope gets that error', async () => {
    const reader = await createKey({ scopes: ['schema'] });
    const answer = await call(reader.key).expect(403);
    expect(answer.body.error.code).toBe('API_KEY_SCOPE');
  });

  test('is replaced by another that works at once, while the old one works on for as long as asked', async () => {
    const rotate = (overlapSeconds: number, id = key.id) =>
      app.request.post(`/api/v1/apis/${apiId}/keys/${id}/rotate`).set(user.headers).send({ overlapSeconds });
    const { body: fresh } = await rotate(1).expect(201);
    expect(await codesOf([call(), call(fresh.key)])).toEqual([admitted, admitted]);
    const { body: list } = await app.request.get(`/api/v1/apis/${apiId}/keys`).set(user.headers);
    const old = list.data.find(({ id }: { id: string }) => id === key.id);
    expect(old).toMatchObject({ replacedBy: fresh.id, expiresAt: expect.any(String) });
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await codesOf([call()])).toEqual(['API_KEY_INVALID']);
    expect(await codesOf([call(fresh.key)])).toEqual([admitted]);
    await rotate(60).expect(409);
    const { body: next } = await rotate(0, fresh.id).expect(201);
    await expect.poll(() => codesOf([call(fresh.key)]), { timeout: 1_000 }).toEqual(['API_KEY_INVALID']);
    expect(await codesOf([call(next.key)])).toEqual([admitted]);
  });
});

test('a network that guesses keys is stopped; known keys and other networks are not', async () => {
  const from = (ip: string, bearer: string) => call(bearer).set('X-Forwarded-For', ip);
  expect((await from('198.51.100.7', key.key)).body.error.code).toBe(admitted);
  const guesses = [];
  for (let at = 0; at < 70; at += 1)
    guesses.push((await from('198.51.100.7', newApiKey().key)).body.error.code);
  expect(guesses.filter((code) => code === 'API_KEY_INVALID')).toHaveLength(60);
  expect(guesses.at(-1)).toBe('TOO_MANY_UNKNOWN_KEYS');
  const blocked = await from('198.51.100.7', newApiKey().key).expect(429);
  expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0);
  expect((await from('198.51.100.7', key.key)).body.error.code).toBe(admitted);
  expect((await from('203.0.113.9, 198.51.100.8', newApiKey().key)).body.error.code).toBe('API_KEY_INVALID');
});

test('a valid key that was never met is answered from a network that guesses, where guesses gain nothing', async () => {
  const from = (bearer: string) => call(bearer).set('X-Forwarded-For', '198.51.100.10');
  const fresh = await createKey({});
  for (let at = 0; at < 61; at += 1) await from(newApiKey().key);
  expect(await codesOf([from(fresh.key)])).toEqual([admitted]);
  const guesses = await codesOf(Array.from({ length: 20 }, () => from(newApiKey().key)));
  expect(guesses).toEqual(Array(20).fill('TOO_MANY_UNKNOWN_KEYS'));
  expect(await codesOf([from(fresh.key)])).toEqual([admitted]);
});

test('a key that is made or changed meanwhile is no guess', async () => {
  const from = (bearer: string) => call(bearer).set('X-Forwarded-For', '198.51.100.9');
  for (let at = 0; at < 61; at += 1) await from(newApiKey().key);
  await from(newApiKey().key).expect(429);
  const rotate = app.request.post(`/api/v1/apis/${apiId}/keys/${key.id}/rotate`).set(user.headers);
  const { body: fresh } = await rotate.send({ overlapSeconds: 60 }).expect(201);
  for (const bearer of [key.key, fresh.key])
    await expect.poll(() => codesOf([from(bearer)]), { timeout: 5_000 }).toEqual([admitted]);
  // The change is also polled, however it was received.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(await codesOf([from(key.key), from(fresh.key)])).toEqual([admitted, admitted]);
});

describe('scripts in browsers', () => {
  const origins = { corsOrigins: 'https://app.example.com, https://two.example.com' };
  test('of the origins that an API names may read its answers, others not', async () => {
    await limitApi(origins);
    const allowed = await call().set('Origin', 'https://two.example.com');
    expect(allowed.headers['access-control-allow-origin']).toBe('https://two.example.com');
    expect(allowed.headers['access-control-allow-credentials']).toBeUndefined();
    const other = await call().set('Origin', 'https://evil.example.com');
    expect(other.headers['access-control-allow-origin']).toBeUndefined();
    expect(other.headers.vary).toBe('Origin');
    const preflight = await app.request
      .options(`/api/v1/predict/${apiId}`)
      .set({ Origin: 'https://evil.example.com', 'Access-Control-Request-Method': 'POST' })
      .expect(204);
    expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('may read nothing where an API says so', async () => {
    await limitApi({ corsEnabled: false });
    const answer = await call().set('Origin', 'https://app.example.com');
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('calls that go ahead of the count where there is ample room', () => {
  const ratelimit = ({ headers }: { headers: Record<string, string> }) =>
    Number(/r=(\d+)/.exec(headers.ratelimit ?? '')?.[1]);

  /** Until both processes have received a change and invalidated their caches. */
  const known = () => new Promise((resolve) => setTimeout(resolve, 500));

  test('are each counted, with the same headers as checked calls', async () => {
    await limitApi({ rateLimitRequests: 5_000, rateLimitWindow: 86_400 });
    await known();
    for (let at = 1; at <= 60; at += 1) expect(ratelimit(await call())).toBe(5_000 - at);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(ratelimit(await call(key.key, second))).toBe(5_000 - 61);
  });

  test('never make more than the quota of two processes that use it up', { timeout: 60_000 }, async () => {
    const quota = 700;
    await limitApi({ rateLimitRequests: quota, rateLimitWindow: 86_400 });
    let passed = 0;
    const caller = async (at: number) => {
      for (let turn = 0; turn < 60; turn += 1) {
        const { body } = await call(key.key, at % 2 ? app : second);
        if (body.error.code === admitted) passed += 1;
        else expect(body.error.code).toBe('API_RATE_LIMITED');
      }
    };
    await Promise.all(times(16, caller));
    expect(passed).toBe(quota);
  });

  test('are not lost when Redis forgets: the month goes on from Postgres', async () => {
    await app.sql.query("update workspaces set plan = 'pro' where id = $1", [user.workspaceId]);
    await limitApi({ rateLimitEnabled: false });
    await known();
    await recordCalls(
      app.services.db,
      callsOf({ workspaceId: user.workspaceId, apiId, at: new Date() }, 100),
    );
    const month = `limit:{${user.workspaceId}}:month:${new Date().toISOString().slice(0, 7)}`;
    const counted = async () => Number(await app.services.redis.get(month));
    for (let at = 0; at < 5; at += 1) await call();
    await expect.poll(counted).toBe(105);
    const logged = 'select sum(calls)::int as calls from api_usage where api_id = $1';
    await expect
      .poll(async () => (await app.sql.query(logged, [apiId])).rows[0].calls, { timeout: 5_000 })
      .toBe(105);
    await app.services.redis.del(month);
    for (let at = 0; at < 5; at += 1) await call();
    await expect.poll(counted).toBe(110);
  });
});
