import http from 'node:http';
import { createApi } from '@rowcast/testkit/factories';
import pg from 'pg';
import { Client } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newApiKey } from '../../src/platform/security/api-key.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let user: SignedIn;
let apiId: string;
let key: string;
beforeAll(async () => {
  app = await startApp();
  user = await app.signIn();
  apiId = (await createApi(app.sql, { workspaceId: user.workspaceId })).id;
  key = (await createKey(apiId)).key;
});
afterAll(() => app.close());

const createKey = async (api: string): Promise<{ id: string; key: string; prefix: string }> =>
  (await app.request.post(`/api/v1/apis/${api}/keys`).set(user.headers).send({ name: 'A key' }).expect(201))
    .body;

const call = (api = apiId, bearer: string | null = key) => {
  const request = app.request.post(`/api/v1/predict/${api}`).send({ a: 1 });
  return bearer === null ? request : request.set('authorization', `Bearer ${bearer}`);
};
const codeOf = async (request: ReturnType<typeof call>): Promise<string> => (await request).body.error.code;

/** The key was accepted: what is missing is a model. */
const admitted = 'API_NOT_DEPLOYED';

const refusals = async (api: string): Promise<{ code: string; status: number; calls: number }[]> =>
  (await app.request.get(`/api/v1/analytics/apis/${api}`).set(user.headers).expect(200)).body.refusals;

describe('what is refused', () => {
  test('is counted by its reason for the API that was asked, with a valid key or without', async () => {
    const { id } = await createApi(app.sql, { workspaceId: user.workspaceId });
    const own = (await createKey(id)).key;
    await call(id, own).expect(409);
    await call(id, own).expect(409);
    await call(id, null).expect(401);
    await call(id, key).expect(401);
    await call(id, newApiKey().key).expect(401);
    await app.request.get(`/api/v1/predict/${id}`).expect(405);
    await expect
      .poll(() => refusals(id), { timeout: 5_000 })
      .toMatchObject([
        { code: 'API_KEY_INVALID', status: 401, calls: 2 },
        { code: 'API_KEY_MISSING', status: 401, calls: 1 },
        { code: 'API_NOT_DEPLOYED', status: 409, calls: 2 },
        { code: 'METHOD_NOT_ALLOWED', status: 405, calls: 1 },
      ]);
  });

  test('leaves nothing behind where no such API is', async () => {
    const nowhere = `api_${'0'.repeat(32)}`;
    await call(nowhere, null).expect(401);
    const { id } = await createApi(app.sql, { workspaceId: user.workspaceId });
    await call(id, null).expect(401);
    await expect.poll(() => refusals(id), { timeout: 5_000 }).toHaveLength(1);
    const found = await app.sql.query('select from api_refusals where api_id = $1', [nowhere]);
    expect(found.rowCount).toBe(0);
  });
});

describe('a key', () => {
  test('opens its own API and no other, not even one of the same owner', async () => {
    const other = (await createApi(app.sql, { workspaceId: user.workspaceId })).id;
    const otherKey = (await createKey(other)).key;
    expect(await codeOf(call())).toBe(admitted);
    expect(await codeOf(call(other, otherKey))).toBe(admitted);
    expect(await codeOf(call(other, key))).toBe('API_KEY_INVALID');
    expect(await codeOf(call(apiId, otherKey))).toBe('API_KEY_INVALID');
  });

  test('is classified: missing, malformed, unknown, misused', async () => {
    expect(await codeOf(call(apiId, null))).toBe('API_KEY_MISSING');
    expect(await codeOf(call(apiId, 'nonsense'))).toBe('API_KEY_INVALID');
    expect(await codeOf(call(apiId, user.token))).toBe('API_KEY_INVALID');
    expect(await codeOf(call(apiId, newApiKey().key))).toBe('API_KEY_INVALID');
    expect((await call(apiId, null)).headers['www-authenticate']).toBe('Bearer');
    await app.request.get('/api/v1/apis').set('authorization', `Bearer ${key}`).expect(401);
  });

  test('that does not stand behind Bearer is asked for there, be it a valid one or not', async () => {
    const answers = [];
    for (const given of [key, newApiKey().key, 'nonsense'])
      for (const header of [
        given,
        `Basic ${given}`,
        `Token ${given}`,
        `Bearer ${given} x`,
        `Bearer=${given}`,
      ]) {
        const { body, headers } = await call(apiId, null).set('authorization', header).expect(401);
        answers.push({ ...body, requestId: '', challenge: headers['www-authenticate'] });
      }
    answers.push({
      ...(await call(apiId, null).set('authorization', 'Bearer')).body,
      ...{ requestId: '', challenge: 'Bearer' },
    });
    expect(answers[0]).toMatchObject({ error: { code: 'API_KEY_MISSING' }, challenge: 'Bearer' });
    expect(answers[0].message).toContain('Send "Authorization: Bearer rc_live_…".');
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test('that is mistyped is refused without a look-up', async () => {
    const mistyped = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
    const queries: string[] = [];
    const pools = pg.Pool.prototype;
    const { query } = pools;
    pools.query = function (this: pg.Pool, ...args: Parameters<typeof query>) {
      // Those that count what was refused before come whenever they are due.
      const { text = String(args[0]) } = args[0] as { text?: string };
      if (text.includes('api_keys')) queries.push(text);
      return Reflect.apply(query, this, args);
    } as typeof query;
    try {
      expect(await codeOf(call(apiId, mistyped))).toBe('API_KEY_INVALID');
      expect(queries).toEqual([]);
      expect(await codeOf(call(apiId, newApiKey().key))).toBe('API_KEY_INVALID');
      expect(queries).toHaveLength(1);
    } finally {
      pools.query = query;
    }
  });

  test.each(['key', 'api_key', 'apiKey', 'access_token', 'x'])(
    'in the URL as %s is refused',
    async (name) => {
      const { body } = await app.request
        .post(`/api/v1/predict/${apiId}?${name}=${key}`)
        .set('authorization', `Bearer ${key}`)
        .send({ a: 1 })
        .expect(400);
      expect(body.error.code).toBe('API_KEY_IN_URL');
    },
  );

  test('is stored as a hash and listed by its prefix only', async () => {
    const created = await createKey(apiId);
    expect(created.key).toMatch(/^rc_live_[0-9A-Za-z]{38}$/);
    const { rows } = await app.sql.query('select * from api_keys where id = $1', [created.id]);
    expect(JSON.stringify(rows)).not.toContain(created.key.slice(12));
    const { body } = await app.request.get(`/api/v1/apis/${apiId}/keys`).set(user.headers).expect(200);
    expect(JSON.stringify(body)).not.toContain(created.key.slice(12));
    expect(body.data.map(({ prefix }: { prefix: string }) => prefix)).toContain(created.prefix);
  });

  test('that is revoked is refused within a second, in every process', async () => {
    const { id, key: revoked } = await createKey(apiId);
    expect(await codeOf(call(apiId, revoked))).toBe(admitted);
    await app.request.delete(`/api/v1/apis/${apiId}/keys/${id}`).set(user.headers).expect(204);
    const started = Date.now();
    while ((await codeOf(call(apiId, revoked))) !== 'API_KEY_INVALID') {
      expect(Date.now() - started).toBeLessThan(1_000);
    }
  });

  test('is checked in each call of a connection', async () => {
    const other = await createKey(apiId);
    const connection = new Client(app.url, { pipelining: 1 });
    const ask = async (bearer: string) => {
      const { body } = await connection.request({
        method: 'POST',
        path: `/api/v1/predict/${apiId}`,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
        body: '{"a":1}',
      });
      return ((await body.json()) as { error: { code: string } }).error.code;
    };
    try {
      for (const bearer of [key, newApiKey().key, other.key, 'nonsense', key, other.key])
        expect(await ask(bearer)).toBe([key, other.key].includes(bearer) ? admitted : 'API_KEY_INVALID');
      await app.request.delete(`/api/v1/apis/${apiId}/keys/${other.id}`).set(user.headers).expect(204);
      await expect.poll(() => ask(other.key), { timeout: 1_000 }).toBe('API_KEY_INVALID');
      expect(await ask(key)).toBe(admitted);
    } finally {
      await connection.close();
    }
  });

  test('of another workspace can be neither listed, made nor revoked', async () => {
    const { id } = await createKey(apiId);
    const { headers } = await app.signIn();
    await app.request.get(`/api/v1/apis/${apiId}/keys`).set(headers).expect(404);
    await app.request.post(`/api/v1/apis/${apiId}/keys`).set(headers).send({ name: 'Mine' }).expect(404);
    await app.request.delete(`/api/v1/apis/${apiId}/keys/${id}`).set(headers).expect(404);
    const { rows } = await app.sql.query('select revoked_at from api_keys where id = $1', [id]);
    expect(rows).toEqual([{ revoked_at: null }]);
  });
});

describe('an API', () => {
  test('that is switched off says so within a second, and answers again when it is on', async () => {
    const set = (status: string) =>
      app.request.put(`/api/v1/apis/${apiId}`).set(user.headers).send({ status }).expect(200);
    await set('inactive');
    await expect.poll(() => codeOf(call()), { timeout: 1_000 }).toBe('API_DISABLED');
    const ready = app.request.get(`/v2/models/${apiId}/ready`).set('authorization', `Bearer ${key}`);
    expect((await ready.expect(403)).body.code).toBe('API_DISABLED');
    await set('active');
    await expect.poll(() => codeOf(call()), { timeout: 1_000 }).toBe(admitted);
  });

  test('that is deleted takes its keys along', async () => {
    const doomed = (await createApi(app.sql, { workspaceId: user.workspaceId })).id;
    const { key: doomedKey } = await createKey(doomed);
    expect(await codeOf(call(doomed, doomedKey))).toBe(admitted);
    await app.request.delete(`/api/v1/apis/${doomed}`).set(user.headers).expect(204);
    await expect.poll(() => codeOf(call(doomed, doomedKey)), { timeout: 1_000 }).toBe('API_KEY_INVALID');
  });
});

describe('the short way answers like the rest of the API', () => {
  test('with the same security headers and a request id', async () => {
    const [short, long] = await Promise.all([call(), app.request.get('/api/v1/apis')]);
    const security = Object.keys(long.headers).filter((name) =>
      /^(content-sec|cross|origin-|referrer|strict|x-)/.test(name),
    );
    expect(security.length).toBeGreaterThan(8);
    for (const name of security.filter((each) => each !== 'x-request-id'))
      expect([name, short.headers[name]]).toEqual([name, long.headers[name]]);
    expect(short.headers['x-request-id']).toBe(short.body.requestId);
    expect((await call().set('x-request-id', 'my-own-id-1')).body.requestId).toBe('my-own-id-1');
    expect((await call().set('x-request-id', 'a b')).body.requestId).toMatch(/^req_/);
  });

  test('to programs of any origin, without credentials', async () => {
    const preflight = await app.request
      .options(`/api/v1/predict/${apiId}`)
      .set({ origin: 'https://elsewhere.test', 'access-control-request-method': 'POST' })
      .expect(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'POST, OPTIONS',
    });
    expect(preflight.headers['access-control-allow-headers']).toMatch(/authorization/i);
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined();
    expect((await call()).headers['access-control-allow-origin']).toBe('*');
  });

  test.each([`/api/v1/predict/API/openapi.json`, '/v2/models/API', '/v2/models/API/ready'])(
    'to %s with a header of each kind once, refused too',
    async (path) => {
      const { url } = app;
      const answer = await fetch(url + path.replace('API', apiId), {
        headers: { authorization: `Bearer ${key}` },
      });
      expect(answer.status).toBe(409);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('access-control-expose-headers')?.match(/X-Request-Id/g)).toHaveLength(1);
    },
  );

  test('about what an API is up to so many times a minute, which leaves predictions alone', async () => {
    const { key: asking } = await createKey(apiId);
    const ready = () => app.request.get(`/v2/models/${apiId}/ready`).set('authorization', `Bearer ${asking}`);
    const codes = [];
    for (let each = 0; each < 301; each += 1) codes.push((await ready()).body.code);
    expect(new Set(codes.slice(0, 300))).toEqual(new Set([admitted]));
    expect(codes.at(-1)).toBe('RATE_LIMITED');
    expect(Number((await ready()).headers['retry-after'])).toBeGreaterThan(0);
    expect(await codeOf(call(apiId, asking))).toBe(admitted);
  });

  test.each([
    ['get', '/api/v1/predict/API', 'POST, OPTIONS'],
    ['get', '/api/v1/predict/API/stream', 'POST, OPTIONS'],
    ['put', '/v2/models/API/infer', 'POST, OPTIONS'],
    ['post', '/api/v1/predict/API/openapi.json', 'GET, OPTIONS'],
    ['post', '/v2/models/API', 'GET, OPTIONS'],
    ['delete', '/v2/models/API/ready', 'GET, OPTIONS'],
    ['post', '/v2', 'GET, OPTIONS'],
    ['post', '/v2/health/live', 'GET, OPTIONS'],
  ] as const)('to %s %s by naming the methods it takes', async (method, path, allowed) => {
    const { headers } = await app.request[method](path.replace('API', apiId)).expect(405);
    expect(headers.allow).toBe(allowed);
    const preflight = await app.request.options(path.replace('API', apiId)).expect(204);
    expect(preflight.headers['access-control-allow-methods']).toBe(allowed);
  });

  test.each(['nope', '..%2f..%2fetc', 'api_0', "api_'; drop table apis"])(
    'for no such API as %s',
    async (id) => {
      expect((await call(encodeURI(id))).status).toBe(404);
    },
  );

  test('about bodies: type, encoding and size', async () => {
    expect(await codeOf(call().type('application/xml').send('<a/>'))).toBe('CONTENT_TYPE_UNSUPPORTED');
    expect(await codeOf(call().set('content-encoding', 'gzip'))).toBe('CONTENT_TYPE_UNSUPPORTED');
    const big = call()
      .type('application/json')
      .send(`"${'x'.repeat(10 * 1024 * 1024)}"`);
    expect([(await big).status, (await big).body.error.code]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  test('about a body without a length that never ends', async () => {
    const chunk = Buffer.alloc(1 << 20, 'x');
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const request = http.request(`${app.url}/api/v1/predict/${apiId}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      });
      let sent = 0;
      const send = () => {
        if (sent++ > 40 || request.destroyed) return;
        request.write(chunk, () => setImmediate(send));
      };
      request.once('response', (answer) => {
        resolve(answer.statusCode);
        request.destroy();
      });
      request.once('error', reject);
      send();
    });
    expect(status).toBe(413);
  });
});

test('calls are measured, keys and ids left out', async () => {
  await call();
  const { text } = await app.request.get('/metrics').expect(200);
  expect(text).toMatch(/rowcast_prediction_duration_seconds_count\{status="409"\} [1-9]/);
  expect(text).toContain('rowcast_request_log_dropped_total{what="call"} 0');
  expect(text).not.toMatch(/rc_live_|api_[0-9a-f]{32}/);
});

describe('the limit of an API', () => {
  test('is reported in headers and enforced exactly, per API', async () => {
    const limited = (await createApi(app.sql, { workspaceId: user.workspaceId })).id;
    const { key: limitedKey } = await createKey(limited);
    const settings = { rateLimitEnabled: true, rateLimitRequests: 5, rateLimitWindow: 60 };
    await app.request.put(`/api/v1/apis/${limited}`).set(user.headers).send({ settings }).expect(200);
    const answers = await Promise.all(Array.from({ length: 8 }, () => call(limited, limitedKey)));
    expect(answers.map(({ status }) => status).sort()).toEqual([409, 409, 409, 409, 409, 429, 429, 429]);
    const over = answers.find(({ status }) => status === 429);
    expect(over?.body.error.code).toBe('API_RATE_LIMITED');
    expect(Number(over?.headers['retry-after'])).toBeGreaterThan(0);
    expect(over?.headers['ratelimit-policy']).toBe('"api";q=5;w=60');
    expect(over?.headers.ratelimit).toMatch(/^"api";r=0;t=\d+$/);
    expect(await codeOf(call())).toBe(admitted);
  });
});
