import { createHash } from 'node:crypto';
import http from 'node:http';
import { startServices, type TestServices } from '@rowcast/testkit/services';
import { freePort } from '@rowcast/tooling/stack/network/ports';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { checkRollouts } from '../../src/features/rollouts/index.ts';
import type { SignedIn } from '../harness/app.ts';
import { type Person, type Serving, startIncome, until } from './product.ts';
import { startModelServer, startNode } from './programs.ts';

let services: TestServices;
let product: Serving;
let user: SignedIn;
let anna: Person;
let apiId: string;
let stable: string;
let candidate: string;
let key: string;

vi.setConfig({ testTimeout: 60_000 });

const row = { age: 44, city: 'Pune', hours: 33 };
/** There is something to say of it, so that the model server is asked. */
const odd = { ...row, city: 'Atlantis' };

beforeAll(async () => {
  services = await startServices({ migrate: migrateDatabase });
  const income = await startIncome({ addresses: services.addresses });
  ({ product, user, anna, apiId, key, stable } = income);
  candidate = await income.seed('forest');
  // The versions differ in type.
  const type = `update models set config = config || '{"modelType": "xgboost"}' where id = $1`;
  await product.app.sql.query(type, [stable]);
}, 180_000);
afterAll(async () => {
  await product?.close();
  await services?.stop();
});

const change = (settings: object) =>
  product.app.request.put(`/api/v1/apis/${apiId}`).set(user.headers).send({ settings }).expect(200);
const predict = (body: object | string, { bearer = key } = {}) =>
  product.app.request
    .post(`/api/v1/predict/${apiId}`)
    .set('authorization', `Bearer ${bearer}`)
    .type('application/json')
    .send(body);
const stop = (path: string) => product.app.request.delete(`/api/v1${path}`).set(user.headers);
const logged = async (since: Date): Promise<number> => {
  const query = 'select count(*)::int as n from request_log where key_id is not null and at >= $1';
  return (await product.app.sql.query(query, [since])).rows[0].n;
};

/** A caller has its answer a moment before the server counts it as given. */
async function fromNow(): Promise<Date> {
  await new Promise((resolve) => setTimeout(resolve, 100));
  return new Date();
}

interface Load {
  statuses: Record<string, number>;
  answers: number;
  stop(): Promise<void>;
}

/** Callers who ask again as soon as they were answered, each with a row of their own, over kept connections. */
function load(origin: string, asked: object = row): Load {
  const callers = 8;
  const pool = new Pool(origin, { connections: callers, pipelining: 1 });
  const result: Load = { statuses: {}, answers: 0, stop: async () => {} };
  let running = true;
  const call = async (age: number) => {
    while (running) {
      try {
        const { statusCode, body } = await pool.request({
          method: 'POST',
          path: `/api/v1/predict/${apiId}`,
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ ...asked, age }),
        });
        await body.text();
        result.answers += 1;
        result.statuses[statusCode] = (result.statuses[statusCode] ?? 0) + 1;
      } catch {
        result.statuses.broken = (result.statuses.broken ?? 0) + 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  };
  const all = Array.from({ length: callers }, (_, at) => call(20 + at));
  result.stop = async () => {
    running = false;
    await Promise.all(all);
    await pool.close();
  };
  return result;
}
const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000));

describe('the log', () => {
  test('has a row for every answered call, to the unit, and what was sent and answered', async () => {
    const since = await fromNow();
    const running = load(product.app.url);
    await seconds(0.5);
    await running.stop();
    expect(Object.keys(running.statuses)).toEqual(['200']);
    await expect.poll(() => logged(since), { timeout: 5_000 }).toBe(running.answers);
    const { data } = await anna.get(`/apis/${apiId}/logs?status=ok&source=keys&limit=5`);
    expect(data).toHaveLength(5);
    const one = await anna.get(`/apis/${apiId}/logs/${data[0].id}`);
    expect(one).toMatchObject({
      status: 200,
      label: 'stable',
      modelVersion: 1,
      keyName: 'All',
      masked: false,
    });
    expect(JSON.parse(one.request)).toMatchObject({ city: 'Pune' });
    expect(JSON.parse(one.response).id).toBe(one.id);
  });

  test('is read page by page without a gap or a repetition', async () => {
    const first = await anna.get(`/apis/${apiId}/logs?limit=7`);
    const second = await anna.get(
      `/apis/${apiId}/logs?limit=7&cursor=${encodeURIComponent(first.nextCursor)}`,
    );
    const both = await anna.get(`/apis/${apiId}/logs?limit=14`);
    const ids = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);
    expect([...ids(first), ...ids(second)]).toEqual(ids(both));
  });

  test('masks personal data, and replays the call unmasked', async () => {
    await predict({ ...row, email: 'anna@example.com', note: 'call +91 98765 43210' }).expect(200);
    const call = await until(async () => {
      const { data } = await anna.get(`/apis/${apiId}/logs?limit=1&source=keys`);
      const one = await anna.get(`/apis/${apiId}/logs/${data[0].id}`);
      return one.request.includes('email') && one;
    });
    expect(call.request).not.toMatch(/anna@|98765/);
    expect(call).toMatchObject({ masked: true, replayable: true });
    const again = await anna.post(`/apis/${apiId}/logs/${call.id}/replay`, {}, 200);
    expect(again).toMatchObject({ same: true, now: { status: 200 } });
  });

  test('keeps no text that is longer than it says, from the console neither', async () => {
    const long = { ...row, note: 'a'.repeat(17_000) };
    const asked = await anna.post(`/apis/${apiId}/test-endpoint`, long, 200);
    const one = await anna.get(`/apis/${apiId}/logs/${asked.body.id}`);
    expect(one).toMatchObject({ keyId: null, status: 200, rows: 1, request: null, replayable: false });
    expect(JSON.parse(one.response).id).toBe(one.id);
  });

  test('keeps no text where an API says so, and such a call can not be made again', async () => {
    await change({ loggingEnabled: false });
    const { body } = await predict(row).expect(200);
    const call = await until(() =>
      product.app.request
        .get(`/api/v1/apis/${apiId}/logs/${body.id}`)
        .set(user.headers)
        .then((answer) => answer.status === 200 && answer.body),
    );
    expect(call).toMatchObject({ request: null, response: null, replayable: false });
    const refused = await anna.post(`/apis/${apiId}/logs/${body.id}/replay`, {}, 409);
    expect(refused.error.code).toBe('CALL_NOT_KEPT');
    await change({ loggingEnabled: true });
  });
});

describe('hostile bodies', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  test.each<[string, string, number[]]>([
    ['deep JSON', deep, [400, 422]],
    ['a deep value', `{"age": 44, "city": ${deep}, "hours": 3}`, [400, 422]],
    ['NaN', '{"age": NaN, "city": "Pune", "hours": 3}', [400]],
    ['Infinity', '{"age": 1e999, "city": "Pune", "hours": 3}', [200, 400, 422]],
    ['a key twice', '{"age": 44, "age": 45, "city": "Pune", "hours": 3}', [200, 400, 422]],
    ['__proto__', '{"__proto__": {"age": 1}, "age": 44, "city": "Pune", "hours": 3}', [200, 422]],
    ['NUL', '{"age": 44, "city": "Pu\\u0000ne", "hours": 3}', [200, 422]],
    ['a lone surrogate', '{"age": 44, "city": "\\ud800", "hours": 3}', [200, 400, 422]],
    ['bytes that are no UTF-8', '{"age": 44, "city": "\xff", "hours": 3}', [200, 400, 422]],
    ['cut off', '{"instances": [{"age": 4', [400]],
  ])('%s never give a 500', async (_name, body, statuses) => {
    const answer = await predict(body);
    expect(statuses).toContain(answer.status);
    if (answer.status !== 200) expect(answer.body.error.code).toMatch(/^[A-Z_]+$/);
    expect(({} as { age?: number }).age).toBeUndefined();
  });

  test('are logged like others, and the log goes on', async () => {
    const since = await fromNow();
    await predict(Buffer.from('{"age": 44, "city": "a\0b"}').toString());
    await predict(row).expect(200);
    await expect.poll(() => logged(since), { timeout: 5_000 }).toBe(2);
  });
});

describe('an API may be', () => {
  test('strict: what would be a warning is refused, by row and field', async () => {
    await change({ inputPolicy: 'strict' });
    const { body } = await predict({ instances: [row, { ...row, city: 'Paris' }] }).expect(422);
    expect(body).toMatchObject({ error: { code: 'ROW_INVALID' }, fields: [{ row: 1, field: 'city' }] });
    await predict(row).expect(200);
    await change({ inputPolicy: 'lenient' });
  });

  test('silent about its fields', async () => {
    const bad = { ...row, age: 'old' };
    const streamed = (accept: string) =>
      product.app.request
        .post(`/api/v1/predict/${apiId}/stream`)
        .set({ authorization: `Bearer ${key}`, accept })
        .type('application/x-ndjson')
        .send(`${JSON.stringify(bad)}\n${JSON.stringify(row)}\n{"age":\n`)
        .expect(200);
    const reported = (await streamed('application/x-ndjson')).text.split('\n');
    expect(JSON.parse(reported[0] ?? '').fields).toMatchObject([
      { field: 'age', code: 'FIELD_INVALID', parts: { expected: 'number', given: 'old' } },
    ]);
    await change({ errorDetail: 'redacted' });
    const answer = await predict(bad).expect(422);
    expect(answer.body.error.code).toBe('ROW_INVALID');
    const silent = /\bage\b|\bold\b|"fields"|column 8/;
    expect(answer.text).not.toMatch(silent);
    for (const accept of ['application/x-ndjson', 'text/csv']) {
      const { text } = await streamed(accept);
      expect(text).not.toMatch(silent);
      expect(text).toContain('does not name fields in its errors');
    }
    const [refused, answered] = (await streamed('application/x-ndjson')).text.split('\n');
    expect(JSON.parse(refused ?? '')).toMatchObject({ row: 0, error: { code: 'ROW_INVALID' } });
    expect(JSON.parse(answered ?? '')).toMatchObject({ row: 1, prediction: expect.anything() });
    await change({ errorDetail: 'full' });
  });
});

test('saved cases are run, and say what is not as expected', async () => {
  const answer = (await predict({ instances: [row] }).expect(200)).body.predictions;
  const save = (name: string, expected: unknown) =>
    anna.post(`/apis/${apiId}/test-cases`, { name, request: { instances: [row] }, expected }, 201);
  await save('As answered', answer);
  await save('By the bare value', [answer[0].prediction]);
  const wrong = await save('Otherwise', ['neither']);
  const run = await anna.post(`/apis/${apiId}/test`, {}, 200);
  expect(run).toMatchObject({ passed: 2, failed: 1 });
  expect(run.data[2].problem).toContain('expected "neither"');
  await stop(`/apis/${apiId}/test-cases/${wrong.id}`).expect(204);
  const batch = await anna.post('/test-batch', { apiId, requests: [row, { age: 'old' }] }, 200);
  expect(batch.data.map(({ status }: { status: number }) => status)).toEqual([200, 422]);
});

test('cases are saved up to a size and a number, by several at once too', async () => {
  const id = await anna.createApi('Cases');
  const save = async (request: object) => {
    const sent = product.app.request.post(`/api/v1/apis/${id}/test-cases`).set(user.headers);
    const { status, body } = await sent.send({ name: 'A case', request });
    return status === 201 ? status : body.error.code;
  };
  const fill = (count: number, characters: number) =>
    product.app.sql.query(
      `insert into test_cases (id, workspace_id, api_id, name, request, created_at)
       select 'tc_' || $5 || n, $1, $2, 'A case', to_jsonb(repeat('a', $3)), now() from generate_series(1, $4) n`,
      [user.workspaceId, id, characters, count, characters],
    );
  expect(await save({ a: 'a'.repeat(257 * 1024) })).toBe('TEST_CASE_TOO_LARGE');
  await fill(33, 250_000);
  expect(await save(row)).toBe(201);
  expect(await save({ a: 'a'.repeat(200 * 1024) })).toBe('TOO_MANY_TEST_CASES');
  await fill(165, 10);
  expect((await Promise.all([save(row), save(row), save(row)])).toSorted()).toEqual([
    201,
    'TOO_MANY_TEST_CASES',
    'TOO_MANY_TEST_CASES',
  ]);
});

describe('a candidate', () => {
  const start = (body: object) =>
    anna.post(
      `/apis/${apiId}/rollouts`,
      { modelId: candidate, gates: { maxScoreDrift: null }, ...body },
      201,
    );
  const current = async () => (await anna.get(`/apis/${apiId}/rollouts`)).data[0];

  test('answers its share of the keys or of the requests, and can be taken back at once', async () => {
    await start({ mode: 'canary', percent: 50, splitBy: 'key' });
    const keys = await Promise.all(Array.from({ length: 16 }, () => anna.createKey(apiId)));
    const versionOf = async (bearer: string) =>
      (await predict(row, { bearer }).expect(200)).body.model.version;
    const first = await Promise.all(keys.map((each) => versionOf(each.key)));
    expect(new Set(first)).toEqual(new Set(['v1', 'v2']));
    expect(await Promise.all(keys.map((each) => versionOf(each.key)))).toEqual(first);
    const changeRollout = async (body: object) =>
      (
        await product.app.request
          .patch(`/api/v1/apis/${apiId}/rollout`)
          .set(user.headers)
          .send(body)
          .expect(200)
      ).body;
    expect(await changeRollout({ splitBy: 'request' })).toMatchObject({ percent: 50, splitBy: 'request' });
    // One key gets both models, though it always sends the same request id.
    await until(async () => {
      const asked = () => predict(row).set('x-request-id', 'always-the-same').expect(200);
      const answers = await Promise.all(Array.from({ length: 16 }, asked));
      return new Set(answers.map(({ body }) => body.model.version)).size === 2;
    }, 2);
    await changeRollout({ percent: 100 });
    await until(async () => (await versionOf(key)) === 'v2', 2);
    const { data } = await anna.get(`/models/${stable}/versions`);
    expect(data).toMatchObject([
      { version: 2, label: 'candidate', type: 'custom' },
      { version: 1, label: 'stable', type: 'xgboost' },
    ]);
    await product.app.request.delete(`/api/v1/models/${candidate}`).set(user.headers).expect(409);
    await anna.post(`/apis/${apiId}/rollouts`, { modelId: candidate, mode: 'canary' }, 409);
    expect((await stop(`/apis/${apiId}/rollout`).expect(200)).body.status).toBe('stopped');
    await until(async () => (await versionOf(key)) === 'v1', 1);
    await stop(`/apis/${apiId}/rollout`).expect(409, /NO_ROLLOUT/);
  });

  test('in the shadow gets mirrored calls, and its differences are stored row by row', async () => {
    const rollout = await start({ mode: 'shadow' });
    expect(rollout.percent).toBe(100);
    const instances = Array.from({ length: 10 }, (_, at) => ({
      age: 20 + at * 4,
      city: 'Goa',
      hours: 20 + at * 3,
    }));
    await until(async () => {
      const { body } = await predict({ instances }).expect(200);
      expect(body.model.version).toBe('v1');
      const { figures } = await current();
      return (figures.shadow?.rows ?? 0) >= 30;
    });
    const { figures } = await current();
    expect(figures.shadow.differing).toBeGreaterThan(0);
    const { data } = await anna.get(`/apis/${apiId}/rollouts/${rollout.id}/differences`);
    expect(data[0].differences[0]).toMatchObject({ row: expect.any(Number), delta: expect.any(Number) });
    await stop(`/apis/${apiId}/rollout`).expect(200);
  });

  test('in the shadow decides by the threshold kept with the API, as the stable model does', async () => {
    await change({ threshold: 0 });
    const rollout = await start({ mode: 'shadow', percent: 100 });
    const instances = Array.from({ length: 30 }, (_, at) => ({ age: 20 + at, city: 'Goa', hours: 20 + at }));
    const kept = await until(async () => {
      const { body } = await predict({ instances }).expect(200);
      const labels = new Set(body.predictions.map((each: { prediction: string }) => each.prediction));
      const { data } = await anna.get(`/apis/${apiId}/rollouts/${rollout.id}/differences`);
      return labels.size === 1 && data.length > 0 && data;
    });
    for (const { stable: one, candidate: other } of kept[0].differences) expect(other).toBe(one);
    await stop(`/apis/${apiId}/rollout`).expect(200);
    await change({ threshold: null });
  });

  test('that exceeds a gate is taken back by itself, with the reason in plain words', async () => {
    await start({
      mode: 'canary',
      percent: 100,
      gates: { maxP95Ms: 0.001, minCalls: 10, maxScoreDrift: null },
    });
    await until(async () => (await predict(row)).body.model.version === 'v2', 2);
    for (let at = 0; at < 15; at += 1) await predict(row).expect(200);
    const ended = await until(async () => {
      await checkRollouts(product.app.services);
      const rollout = await current();
      return rollout.status !== 'running' && rollout;
    }, 15);
    expect(ended.status).toBe('rolled_back');
    expect(ended.reason).toMatch(/95th percentile latency was [\d.,]+ ms \(limit 0\.001 ms\)/);
    await until(async () => (await predict(row)).body.model.version === 'v1', 2);
  });

  test('that proved itself becomes the stable model', async () => {
    await start({ mode: 'canary', percent: 0 });
    expect(await anna.post(`/apis/${apiId}/rollout/promote`, {}, 200)).toMatchObject({ status: 'promoted' });
    await until(async () => (await predict(row)).body.model.version === 'v2', 2);
    await anna.post(`/apis/${apiId}/rollback`, {}, 200);
    await until(async () => (await predict(row)).body.model.version === 'v1', 2);
  });
});

describe('under load', () => {
  test('deployments one after another fail no call', async () => {
    const running = load(product.app.url);
    for (const modelId of [candidate, stable, candidate, stable]) {
      await anna.post(`/apis/${apiId}/deploy`, { modelId }, 200);
      await seconds(0.3);
    }
    await running.stop();
    expect(Object.keys(running.statuses)).toEqual(['200']);
  });

  test('a killed model server fails only what was in flight, uncounted, and is back within three seconds', async () => {
    const since = await fromNow();
    const running = load(product.app.url, odd);
    await seconds(0.5);
    await product.modelServer.kill('SIGKILL');
    await seconds(0.5);
    product.modelServer = await startModelServer(product.env, product.modelServerPort);
    const back = Date.now();
    let extra = 0;
    await until(async () => {
      extra += 1;
      return (await predict(odd)).status === 200;
    }, 5);
    expect(Date.now() - back).toBeLessThan(3_000);
    await running.stop();
    const { 200: good, ...failed } = running.statuses;
    expect(good).toBeGreaterThan(0);
    expect(Object.keys(failed).filter((status) => !['502', '503'].includes(status))).toEqual([]);
    await expect.poll(() => logged(since), { timeout: 5_000 }).toBe(running.answers + extra);
  });

  test('a frozen model server is answered for with 503 and Retry-After, and used again when it wakes', async () => {
    process.kill(product.modelServer.pid, 'SIGSTOP');
    const began = Date.now();
    const answer = await predict(odd);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(Date.now() - began).toBeLessThan(10_000);
    const { text } = await product.app.request.get('/metrics').expect(200);
    expect(text).toContain('rowcast_model_servers_away 1');
    process.kill(product.modelServer.pid, 'SIGCONT');
    const woke = Date.now();
    await until(async () => (await predict(odd)).status === 200, 5);
    expect(Date.now() - woke).toBeLessThan(3_000);
  });

  test('a stopping API process finishes accepted calls and logs them', async () => {
    const port = await freePort();
    const second = await startNode('main.ts', { ...product.env, PORT: `${port}` });
    const since = await fromNow();
    const running = load(`http://127.0.0.1:${port}`);
    await seconds(0.5);
    await second.kill('SIGTERM');
    await running.stop();
    const { 200: good = 0, broken: _refused, ...failed } = running.statuses;
    expect(failed).toEqual({});
    expect(good).toBeGreaterThan(0);
    expect(await logged(since)).toBe(good);
  });

  test('a caller who leaves is neither counted nor waited for', async () => {
    const since = await fromNow();
    const leave = () =>
      new Promise<void>((resolve) => {
        const request = http.request(`${product.app.url}/api/v1/predict/${apiId}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        });
        request.once('finish', () => request.destroy());
        request.once('error', () => {});
        request.once('close', resolve);
        request.end(JSON.stringify({ instances: Array.from({ length: 5_000 }, () => row) }));
      });
    await leave();
    const abandoned = async () =>
      (await product.app.request.get('/metrics')).text.match(/rowcast_abandoned_total (\d+)/)?.[1];
    await expect.poll(abandoned, { timeout: 10_000 }).not.toBe('0');
    await predict(row).expect(200);
    await expect.poll(() => logged(since), { timeout: 10_000 }).toBe(1);
  });
});

describe('while others are away', () => {
  test('a known key keeps predicting without Postgres, beyond what the cache is fresh for, and all of it is logged', async () => {
    await predict(row).expect(200);
    await seconds(1);
    await product.app.sql.query('checkpoint');
    const since = await fromNow();
    await services.postgres.kill();
    const clock = performance.now;
    vi.spyOn(performance, 'now').mockImplementation(() => clock.call(performance) + 40_000);
    const answers = [];
    for (let at = 0; at < 20; at += 1) answers.push((await predict(row)).status);
    vi.restoreAllMocks();
    expect(new Set(answers)).toEqual(new Set([200]));
    await services.postgres.start();
    await expect.poll(() => logged(since).catch(() => 0), { timeout: 15_000 }).toBe(20);
  });

  test('calls go on without Redis and after everything in it was lost', async () => {
    await services.valkey.kill();
    await until(async () => (await predict(row)).status === 200, 5);
    await predict(row).set('Idempotency-Key', createHash('md5').update('x').digest('hex')).expect(200);
    await services.valkey.start();
    await until(async () => product.app.services.redis.status === 'ready', 5);
    await product.app.services.redis.flushall();
    await predict(row).expect(200);
  });
});
