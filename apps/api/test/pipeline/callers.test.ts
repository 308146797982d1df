import http from 'node:http';
import net from 'node:net';
import { startServices, type TestServices } from '@rowcast/testkit/services';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { migrateDatabase } from '../../src/db/migrate.ts';
import type { SignedIn, TestApp } from '../harness/app.ts';
import { type Person, type Serving, startIncome, startWithJobs, until } from './product.ts';

let services: TestServices;
let product: Serving;
let user: SignedIn;
let anna: Person;
let apiId: string;
let key: string;

vi.setConfig({ testTimeout: 60_000 });

const row = { age: 44, city: 'Pune', hours: 33 };
/** There is something to say of it, so that the model server is asked. */
const odd = { ...row, city: 'Atlantis' };

beforeAll(async () => {
  services = await startServices({ migrate: migrateDatabase });
  ({ product, user, anna, apiId, key } = await startIncome({
    plan: 'pro',
    start: startWithJobs,
    addresses: services.addresses,
  }));
}, 180_000);
afterAll(async () => {
  await product?.close();
  await services?.stop();
});

const predict = (body: object | string, headers: Record<string, string> = {}, query = '') =>
  product.app.request
    .post(`/api/v1/predict/${apiId}${query}`)
    .set({ authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers })
    .send(body);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const logged = async (since: Date, also = ''): Promise<number> => {
  const query = `select count(*)::int as n from request_log where key_id is not null and at >= $1 ${also}`;
  return (await product.app.sql.query(query, [since])).rows[0].n;
};
const abandoned = async () =>
  Number((await product.app.request.get('/metrics')).text.match(/rowcast_abandoned_total (\d+)/)?.[1]);
const monthSoFar = async (): Promise<number> => {
  const month = `limit:{${user.workspaceId}}:month:${new Date().toISOString().slice(0, 7)}`;
  return Number(await product.app.services.redis.get(month));
};
const signal = (name: NodeJS.Signals) => process.kill(product.modelServer.pid, name);
const callsSoFar = async (): Promise<number> => (await anna.get(`/apis/${apiId}`)).usage.calls;

/** A caller has its answer a moment before the server counts it as given. */
async function fromNow(): Promise<Date> {
  await pause(100);
  return new Date();
}

describe('an Idempotency-Key', () => {
  const once = (body: object, name: string) => predict(body, { 'idempotency-key': name });

  test('gives twenty calls at once one answer, counted once', async () => {
    await pause(1_200);
    const before = await callsSoFar();
    const since = await fromNow();
    const answers = await Promise.all(Array.from({ length: 20 }, () => once(row, 'order-1')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'])).toHaveLength(19);
    await expect.poll(() => logged(since), { timeout: 5_000 }).toBe(20);
    expect(await callsSoFar()).toBe(before + 1);
  });

  test('can not be used for another body, nor be unreadable', async () => {
    await once(row, 'order-2').expect(200);
    expect((await once({ ...row, age: 20 }, 'order-2').expect(409)).body.error.code).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    );
    expect((await once(row, 'a b').expect(400)).body.error.code).toBe('IDEMPOTENCY_KEY_INVALID');
  });

  test.each<[string, Record<string, string>, string]>([
    ['options', {}, '?topK=1'],
    ['form of the answer', { accept: 'text/csv' }, ''],
    ['policy', { 'x-rowcast-policy': 'strict' }, ''],
    ['type of the body', { 'content-type': 'application/vnd.rows+json' }, ''],
  ])('can not be used for another %s', async (_name, headers, query) => {
    const name = { 'idempotency-key': `form-${_name.replaceAll(' ', '-')}` };
    await predict(row, name).expect(200);
    const other = await predict(JSON.stringify(row), { ...name, ...headers }, query);
    expect([other.status, other.body.error?.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
    const again = await predict(row, name).expect(200);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  test('with a response too large to store reports that, and is not predicted again', async () => {
    const body = { instances: Array.from({ length: 900 }, () => row) };
    const first = await once(body, 'large').expect(200);
    expect(first.text.length).toBeGreaterThan(64 * 1024);
    const again = await once(body, 'large').expect(409);
    expect(again.body.error.code).toBe('IDEMPOTENCY_ANSWER_NOT_KEPT');
    expect((await once(row, 'large').expect(409)).body.error.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('is kept up to so many bytes a day, then remembered, and beyond taken no notice of', async () => {
    const day = `once:{${user.workspaceId}}:bytes:${new Date().toISOString().slice(0, 10)}`;
    const { redis } = product.app.services;
    const kept = Number(await redis.get(day));
    await once(row, 'day-1').expect(200);
    expect(Number(await redis.get(day))).toBeGreaterThan(kept + 200);
    await redis.set(day, 64 * 1024 * 1024);
    await once(row, 'day-2').expect(200);
    expect((await once(row, 'day-2').expect(409)).body.error.code).toBe('IDEMPOTENCY_ANSWER_NOT_KEPT');
    await redis.set(day, 200 * 1024 * 1024);
    for (const _time of ['first', 'second']) {
      const { headers } = await once(row, 'day-3').expect(200);
      expect(headers).not.toHaveProperty('idempotent-replayed');
    }
    await redis.del(day);
  });

  test('gives nothing again while the API is switched off', async () => {
    const set = (status: string) =>
      product.app.request.put(`/api/v1/apis/${apiId}`).set(user.headers).send({ status }).expect(200);
    await once(row, 'paused').expect(200);
    await set('inactive');
    await expect.poll(async () => (await once(row, 'paused')).body.error?.code).toBe('API_DISABLED');
    await set('active');
    await expect.poll(async () => (await once(row, 'paused')).status).toBe(200);
  });

  test('can not be used for the other protocol', async () => {
    const body = { inputs: [{ name: 'age', datatype: 'INT64', shape: [1], data: [44] }] };
    const infer = () =>
      product.app.request
        .post(`/v2/models/${apiId}/infer`)
        .set({ authorization: `Bearer ${key}`, 'idempotency-key': 'protocols' })
        .send(body);
    await predict(body, { 'idempotency-key': 'protocols' });
    expect((await infer()).status).toBe(409);
  });

  describe('while its call is under way', () => {
    const claimed = () => expect.poll(async () => (await redis.keys('once:*')).length).toBe(1);
    const lookups = async () =>
      Number(/cmdstat_get:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0);
    let redis: TestApp['services']['redis'];
    beforeEach(async () => {
      ({ redis } = product.app.services);
      await redis.flushdb();
      signal('SIGSTOP');
    });
    afterEach(() => signal('SIGCONT'));

    test('may be sent again, which asks Redis seldom and ends with who asked', async () => {
      const first = once(odd, 'order-3').then((answer) => answer);
      await claimed();
      const before = { abandoned: await abandoned(), lookups: await lookups() };
      const again = http.request(`${product.app.url}/api/v1/predict/${apiId}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'order-3' },
      });
      again.on('error', () => {}).end(JSON.stringify(odd));
      await pause(1_000);
      expect((await lookups()) - before.lookups).toBeLessThan(12);
      again.destroy();
      await expect.poll(abandoned, { timeout: 1_000 }).toBe(before.abandoned + 1);
      signal('SIGCONT');
      expect((await first).status).toBe(200);
    });

    test('loses Redis and still gets a response', async () => {
      const first = once(odd, 'order-4').then((answer) => answer);
      await claimed();
      await services.valkey.kill();
      signal('SIGCONT');
      expect((await first).status).toBe(200);
      await services.valkey.start();
      await expect.poll(() => redis.status, { timeout: 5_000 }).toBe('ready');
    });
  });
});

describe('one row a line', () => {
  const lines = (rows: number, accept = '') =>
    predict(`${JSON.stringify(row)}\n \r\n\n`.repeat(rows), {
      'content-type': 'application/x-ndjson',
      accept,
    })
      .buffer(true)
      .parse((answer, done) => {
        answer
          .setEncoding('utf8')
          .toArray()
          .then((parts) => done(null, parts.join('')));
      });

  test('is answered up to ten thousand rows, empty lines not counted', async () => {
    const { status, body } = await lines(10_000);
    expect([status, body.trim().split('\n').length]).toEqual([200, 10_000]);
    const refused = await lines(10_001);
    expect([refused.status, JSON.parse(refused.body).error.code]).toEqual([413, 'TOO_MANY_ROWS']);
  });

  test('is refused as a whole, with every row that cannot be answered', async () => {
    const bad = JSON.stringify({ ...row, age: 'old' });
    const body = [JSON.stringify(row), bad, JSON.stringify(row), bad].join('\n');
    const refused = await predict(body, { 'content-type': 'application/x-ndjson' }).expect(422);
    expect(refused.body).toMatchObject({
      error: { code: 'ROW_INVALID' },
      fields: [
        { row: 1, field: 'age' },
        { row: 3, field: 'age' },
      ],
    });
    const answer = await predict(JSON.stringify(row), {
      'content-type': 'application/x-ndjson',
      accept: 'application/json',
    }).expect(200);
    expect(answer.body.predictions).toHaveLength(1);
  });

  test('is counted by its rows, not by the lines of the answer', async () => {
    const { headers } = await lines(3, 'text/csv').expect(200);
    const call = () => anna.get(`/apis/${apiId}/logs/${headers['x-prediction-id']}`).catch(() => null);
    await expect.poll(call, { timeout: 5_000 }).toMatchObject({ rows: 3 });
  });
});

describe('a caller who leaves', () => {
  const connected = () => {
    const { hostname, port } = new URL(product.app.url);
    return net.connect(Number(port), hostname).on('error', () => {});
  };
  const sent = (body: string, length = body.length) =>
    [
      `POST /api/v1/predict/${apiId} HTTP/1.1`,
      'Host: rowcast',
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${length}`,
      '',
      body,
    ].join('\r\n');
  const counts = async () => ({ abandoned: await abandoned(), month: await monthSoFar() });
  let before: Awaited<ReturnType<typeof counts>>;
  let since: Date;
  beforeEach(async () => {
    await predict(row).expect(200);
    await pause(300);
    before = await counts();
    since = await fromNow();
  });
  const settled = (abandoned: number, month: number) =>
    expect
      .poll(counts, { timeout: 3_000 })
      .toEqual({ abandoned: before.abandoned + abandoned, month: before.month + month });

  test('before the answer gives the call back to the month, one behind another too', async () => {
    signal('SIGSTOP');
    try {
      const socket = connected();
      socket.write(sent(JSON.stringify(odd)).repeat(3));
      await expect.poll(monthSoFar).toBe(before.month + 3);
      socket.destroy();
      await settled(3, 0);
    } finally {
      signal('SIGCONT');
    }
    expect(await logged(since)).toBe(0);
  });

  test('before a test of the console was answered takes it back, and what it had still to ask', async () => {
    const fromConsole = 'select count(*)::int as n from request_log where key_id is null and at >= $1';
    signal('SIGSTOP');
    try {
      const content = JSON.stringify({ apiId, requests: [row, row, row] });
      const asking = http.request(`${product.app.url}/api/v1/test-batch`, {
        method: 'POST',
        headers: { ...user.headers, 'content-type': 'application/json' },
      });
      asking.on('error', () => {}).end(content);
      await pause(300);
      asking.destroy();
      await pause(100);
    } finally {
      signal('SIGCONT');
    }
    await predict(row).expect(200);
    await pause(300);
    expect((await product.app.sql.query(fromConsole, [since])).rows[0].n).toBe(0);
  });

  test('in the middle of the body has left', async () => {
    const socket = connected();
    socket.write(sent('{"age"', 1_000));
    await expect.poll(monthSoFar).toBe(before.month + 1);
    socket.destroy();
    await settled(1, 0);
    expect(await logged(since)).toBe(0);
  });

  test('in the middle of the answer has been answered', async () => {
    const socket = connected();
    socket.pause();
    // Answers of more bytes than the kernel takes off the server's hands.
    const body = JSON.stringify({ instances: Array.from({ length: 10_000 }, () => row) });
    for (let calls = 1; calls < 40; calls += 1) {
      socket.write(sent(body));
      const isTaken = async () => (await monthSoFar()) === before.month + calls;
      if (!(await until(isTaken, 2).catch(() => false))) break;
    }
    socket.destroy();
    const cutShort = async () =>
      (await anna.get(`/apis/${apiId}/logs?limit=20`)).data.filter(
        ({ code }: { code: string }) => code === 'CALLER_GONE',
      );
    await expect
      .poll(async () => (await cutShort())[0], { timeout: 3_000 })
      .toMatchObject({ status: 499, rows: 10_000 });
    expect(await abandoned()).toBeGreaterThanOrEqual(before.abandoned + (await cutShort()).length);
    const answered = await logged(since, 'and status < 500');
    await expect.poll(monthSoFar).toBe(before.month + answered);
  });
});

describe('a call is made again as it was', () => {
  const unseen = { ...row, city: 'Paris' };
  const tensor = (name: string, datatype: string, value: unknown) => ({
    name,
    datatype,
    shape: [1],
    data: [value],
  });
  const tensors = {
    inputs: [tensor('age', 'FP64', 44), tensor('city', 'BYTES', 'Pune'), tensor('hours', 'FP64', 33)],
  };
  const infer = (body: object, headers: object = {}) =>
    product.app.request
      .post(`/v2/models/${apiId}/infer`)
      .set({ authorization: `Bearer ${key}`, ...headers })
      .send(body);

  test.each<[string, () => PromiseLike<{ status: number; headers: Record<string, string> }>, object]>([
    ['with its options', () => predict(row, {}, '?topK=1'), { predictions: [{ topK: [{}] }] }],
    [
      'with its form of answer',
      () => predict(row, { accept: 'text/csv' }),
      expect.stringMatching(/^prediction,/),
    ],
    [
      'with its policy',
      () => predict(unseen, { 'x-rowcast-policy': 'strict' }),
      { error: { code: 'ROW_INVALID' } },
    ],
    ['by its protocol', () => infer(tensors), { outputs: [{ name: 'prediction' }, {}] }],
    ['by its protocol, refused', () => infer({ inputs: [] }), { error: expect.anything() }],
  ])('%s', async (_name, send, body) => {
    const { status, headers } = await send();
    const logged = await until(async () => {
      const { data } = await anna.get(`/apis/${apiId}/logs?limit=5&source=keys`);
      return data.find(({ requestId }: { requestId: string }) => requestId === headers['x-request-id']);
    }, 5);
    const again = await anna.post(`/apis/${apiId}/logs/${logged.id}/replay`, {}, 200);
    expect(again).toMatchObject({ same: true, before: { status }, now: { status, body } });
    const { data } = await anna.get(`/apis/${apiId}/logs?limit=1&source=console`);
    const twice = await anna.post(`/apis/${apiId}/logs/${data[0].id}/replay`, {}, 200);
    expect(twice).toMatchObject({ same: true, now: { status, body } });
  });

  test('and distinguished if its response differs', async () => {
    const { headers } = await predict(row, { accept: 'text/csv' });
    const id = headers['x-prediction-id'];
    await until(() => anna.get(`/apis/${apiId}/logs/${id}`).catch(() => null), 5);
    await product.app.sql.query("update request_log set response = 'prediction' where id = $1", [id]);
    expect(await anna.post(`/apis/${apiId}/logs/${id}/replay`, {}, 200)).toMatchObject({ same: false });
  });
});

const deep = `{"age": ${'['.repeat(3_000)}${']'.repeat(3_000)}}`;
test.each([
  ['cut off', '{"instances": ['],
  ['with NaN', '{"age": NaN}'],
  ['deeper than any row', deep],
])('JSON that is %s is refused as it is by the rest of the API', async (_name, body) => {
  const long = product.app.request.post(`/api/v1/apis/${apiId}/test-endpoint`).set(user.headers);
  const answers = await Promise.all([predict(body), long.type('application/json').send(body)]);
  const [one, other] = answers.map(({ status, headers, body: content, type }) => {
    const sentence = content.message.startsWith('The request body is');
    return {
      status,
      type,
      code: content.error.code,
      sentence,
      id: headers['x-request-id'] === content.requestId,
    };
  });
  expect(one).toEqual(other);
  expect(one).toMatchObject({ status: 400, code: 'BODY_NOT_JSON', sentence: true, id: true });
});

test.each<[string, string]>([
  ['costs beside the rows', JSON.stringify({ instances: [row], costs: { high: { low: 9 } } })],
  ['a threshold beside the rows', JSON.stringify({ instances: [row], threshold: 0.2 })],
  ['a name that is none beside the rows', JSON.stringify({ instances: [row], foo: 1 })],
  ['an option that is none', JSON.stringify({ instances: [row], options: { tresh: 0.2 } })],
  ['a number that no double holds', '{"age": 1e400}'],
])('in the console as outside, as it was written: %s', async (_name, body) => {
  const outside = await predict(body);
  expect(outside.status).toBeGreaterThanOrEqual(400);
  const { body: inside } = await product.app.request
    .post(`/api/v1/apis/${apiId}/test-endpoint`)
    .set(user.headers)
    .type('application/json')
    .send(body)
    .expect(200);
  expect(inside.status).toBe(outside.status);
  expect(inside.body).toEqual({ ...outside.body, requestId: inside.body.requestId });
  if (body.includes('1e400')) return;
  const { data } = await anna.post('/test-batch', { apiId, requests: [JSON.parse(body)] }, 200);
  expect(data[0].body).toEqual({ ...outside.body, requestId: data[0].body.requestId });
});

/** Stays last: nothing of the API is left after it. */
test('an API that is deleted takes along what was asked and answered, for repeated calls too', async () => {
  const { redis } = product.app.services;
  const answer = await predict({ ...row, age: 33 }, { 'idempotency-key': 'to-be-erased' }).expect(200);
  const kept = async () =>
    (await redis.keys('once:*')).filter((name) => !/:bytes:\d{4}-\d\d-\d\d$/.test(name)).length;
  expect(await kept()).toBeGreaterThan(0);
  const calls = async () =>
    (await product.app.sql.query('select count(*)::int as n from request_log where api_id = $1', [apiId]))
      .rows[0].n;
  await expect.poll(calls, { timeout: 5_000 }).toBeGreaterThan(0);
  await product.app.request.delete(`/api/v1/apis/${apiId}`).set(user.headers).expect(204);
  await expect.poll(async () => (await kept()) + (await calls()), { timeout: 20_000 }).toBe(0);
  const repeated = await predict({ ...row, age: 33 }, { 'idempotency-key': 'to-be-erased' });
  expect(repeated.status).toBe(401);
  expect(repeated.text).not.toContain(answer.body.id);
});
