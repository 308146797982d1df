import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { SignedIn } from '../harness/app.ts';
import { type Person, type Serving, startIncome } from './product.ts';

let product: Serving;
let user: SignedIn;
let anna: Person;
let apiId: string;
let key: string;

vi.setConfig({ testTimeout: 60_000 });

const row = { age: 44, city: 'Pune', hours: 33 };
const line = `${JSON.stringify(row)}\n`;
/** As many rows as are answered together. */
const block = 200;
/** Longer than any stream here stands still that is to go on. */
const streamMs = 6_000;

beforeAll(async () => {
  ({ product, user, anna, apiId, key } = await startIncome({ plan: 'pro', streamMs }));
}, 180_000);
afterAll(() => product?.close());

const newKey = (): Promise<{ id: string; key: string }> =>
  anna.post(`/apis/${apiId}/keys`, { name: 'Another', scopes: ['predict'] }, 201);
const newest = async () => (await anna.get(`/apis/${apiId}/logs?limit=1`)).data[0];
const logged = async (id: unknown) =>
  (await anna.get(`/apis/${apiId}/logs?limit=20`)).data.find((call: { id: string }) => call.id === id);
const callsSoFar = async (): Promise<number> => (await anna.get(`/apis/${apiId}`)).usage.calls;
const monthSoFar = async (): Promise<number> => {
  const month = `limit:{${user.workspaceId}}:month:${new Date().toISOString().slice(0, 7)}`;
  return Number(await product.app.services.redis.get(month));
};
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function open(headers: Record<string, string> = {}, bearer = key, query = '') {
  const request = http.request(`${product.app.url}/api/v1/predict/${apiId}/stream${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/x-ndjson', ...headers },
    agent: false,
  });
  request.on('error', () => {});
  return request;
}
const answered = (request: http.ClientRequest) =>
  new Promise<http.IncomingMessage>((resolve, reject) =>
    request.once('response', resolve).once('error', reject),
  );
const textOf = async (answer: http.IncomingMessage) => Buffer.concat(await answer.toArray()).toString();
const linesOf = async (answer: http.IncomingMessage) => (await textOf(answer)).trim().split('\n');

/** A stream of which the first rows were answered, and which stays open. */
async function begun(bearer = key, headers: Record<string, string> = {}, rows = line.repeat(block)) {
  const request = open(headers, bearer);
  const answer = answered(request);
  request.write(rows);
  return { request, response: await answer };
}

describe('a stream of rows', () => {
  test('is decided by the threshold kept with its API, and refuses what it cannot carry', async () => {
    const keep = (threshold: number | null) =>
      product.app.request
        .put(`/api/v1/apis/${apiId}`)
        .set(user.headers)
        .send({ settings: { threshold } })
        .expect(200);
    const ask = async (query = '') => {
      const request = open({}, key, query);
      const answer = answered(request);
      request.end(line.repeat(3));
      return textOf(await answer);
    };
    for (const [threshold, label] of [
      [0, 'low'],
      [1, 'high'],
    ] as const) {
      await keep(threshold);
      await expect.poll(() => ask()).toMatch(new RegExp(`(.*"prediction":"${label}".*\\n){3}`));
    }
    await keep(null);
    expect(JSON.parse(await ask('?explain=true')).error.code).toBe('OPTIONS_INVALID');
  });

  test('is answered while it is still being sent', async () => {
    const request = open();
    const answer = answered(request);
    request.write(line.repeat(200));
    const response = await answer;
    expect(response.statusCode).toBe(200);
    const first: Buffer = await new Promise((resolve) => response.once('data', resolve));
    expect(first.toString()).toContain('"row":0');
    request.end(line);
    const rest = await textOf(response);
    expect(rest.trim().split('\n').at(-1)).toContain('"row":200');
    await expect.poll(async () => (await newest())?.id).toBe(response.headers['x-prediction-id']);
    expect(await newest()).toMatchObject({ status: 200, rows: 201, latencyMs: null });
    const { text } = await product.app.request.get('/metrics').expect(200);
    const timings = /^rowcast_prediction_duration_seconds_count\{status="200"\} (\d+)/m.exec(text)?.[1];
    const answers = /^rowcast_predictions_total\{label="stable",class="answered"\} (\d+)/m.exec(text)?.[1];
    expect([timings, Number(answers)]).toEqual([undefined, expect.toSatisfy((calls) => calls > 0)]);
  });

  const rowsAnswered = async () => {
    const metrics = await fetch(`http://127.0.0.1:${product.modelServerPort}/metrics`);
    return Number(/^rowcast_batch_rows_sum (\S+)/m.exec(await metrics.text())?.[1]);
  };

  test('may be larger than any other body, and waits for a caller who does not read', async () => {
    const request = open();
    const answer = answered(request);
    const large = line.repeat(2_000);
    const blocks = 180;
    let sent = 0;
    const feed = () => {
      while (sent < blocks) {
        sent += 1;
        if (!request.write(large)) return void request.once('drain', feed);
      }
      request.end();
    };
    feed();
    const response = await answer;
    const first = await rowsAnswered();
    let [last, now] = [first, first + 1];
    while (now > last) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      [last, now] = [now, await rowsAnswered()];
    }
    expect(now - first).toBeLessThan(blocks * 2_000);
    let lines = 0;
    for await (const chunk of response) for (const byte of chunk as Buffer) if (byte === 10) lines += 1;
    expect(lines).toBe(blocks * 2_000);
    expect(blocks * large.length).toBeGreaterThan(10 * 1024 * 1024);
  });

  const abandoned = async () =>
    Number((await product.app.request.get('/metrics')).text.match(/rowcast_abandoned_total (\d+)/)?.[1]);

  test('whose caller leaves before a row was answered is not counted, and its place is free again', async () => {
    await pause(1_500);
    const before = await callsSoFar();
    const gone = await abandoned();
    for (let at = 1; at <= 20; at += 1) {
      const request = open();
      request.write(line.trimEnd());
      await pause(50);
      request.destroy();
      await expect.poll(abandoned, { timeout: 10_000, interval: 20 }).toBe(gone + at);
    }
    const request = open({ accept: 'text/csv' });
    const answer = answered(request);
    request.end(line);
    expect((await textOf(await answer)).split('\n')[0]).toMatch(/^prediction,/);
    await expect.poll(callsSoFar, { timeout: 5_000 }).toBe(before + 1);
  });

  test('whose caller leaves with answers is counted and logged', async () => {
    const [before, month] = [await callsSoFar(), await monthSoFar()];
    const { request, response } = await begun();
    response.on('error', () => {});
    await new Promise((resolve) => response.once('data', resolve));
    request.destroy();
    const id = response.headers['x-prediction-id'];
    await expect.poll(() => logged(id)).toMatchObject({ status: 499, code: 'CALLER_GONE', rows: block });
    await expect.poll(callsSoFar).toBe(before + 1);
    await expect.poll(monthSoFar).toBe(month + 1);
  });

  test('that falls silent, or all but silent, is broken off, counted and logged', async () => {
    const [before, month] = [await callsSoFar(), await monthSoFar()];
    const [silent, slow] = await Promise.all([begun(), begun()]);
    const drip = setInterval(() => slow.request.write(' '), 1_000);
    try {
      for (const { response } of [silent, slow]) {
        const lines = await linesOf(response);
        expect(lines).toHaveLength(block + 1);
        expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ row: block, error: { code: 'BODY_TIMEOUT' } });
        const id = response.headers['x-prediction-id'];
        await expect.poll(() => logged(id)).toMatchObject({ status: 408, rows: block });
      }
    } finally {
      clearInterval(drip);
    }
    await expect.poll(callsSoFar).toBe(before + 2);
    await expect.poll(monthSoFar).toBe(month + 2);
  });

  test('is one of at most four of a key and eight of a workspace', async () => {
    const month = await monthSoFar();
    const [other, third] = [await newKey(), await newKey()];
    const streams = await Promise.all([key, key, key, key].map((each) => begun(each)));
    const refused = await begun();
    expect(refused.response.statusCode).toBe(429);
    expect(refused.response.headers['retry-after']).toBe('5');
    expect(await textOf(refused.response)).toContain('TOO_MANY_STREAMS');
    streams.push(
      ...(await Promise.all(
        Array(4)
          .fill(other.key)
          .map((each: string) => begun(each)),
      )),
    );
    expect(streams.map(({ response }) => response.statusCode)).toEqual(Array(8).fill(200));
    expect((await begun(third.key)).response.statusCode).toBe(429);
    streams[0]?.request.end();
    await expect.poll(async () => (await begun(third.key)).response.statusCode).toBe(200);
    for (const { request, response } of streams) {
      response.on('error', () => {});
      request.destroy();
    }
    await expect.poll(monthSoFar).toBe(month + 9);
  });

  test('ends soon after its key was revoked, with a line that says so', async () => {
    const { id, key: bearer } = await newKey();
    const asCsv = { accept: 'text/csv' };
    const rows = `age;city;hours\n${'44;Pune;33\n'.repeat(block)}`;
    const [plain, csv, other] = await Promise.all([
      begun(bearer),
      begun(bearer, asCsv),
      begun(bearer, { ...asCsv, 'content-type': 'text/csv' }, rows),
    ]);
    await pause(1_200);
    const revoked = performance.now();
    await product.app.request.delete(`/api/v1/apis/${apiId}/keys/${id}`).set(user.headers).expect(204);
    const lines = await linesOf(plain.response);
    expect(performance.now() - revoked).toBeLessThan(2_000);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ row: block, error: { code: 'API_KEY_INVALID' } });
    const cells = await linesOf(csv.response);
    expect(cells.at(-1)).toMatch(
      /^,+"The API key is unknown, expired, revoked or belongs to another API\. Create a new one on the API's Keys tab\."$/,
    );
    // The sentence has two of its own.
    expect(cells.at(-1)?.match(/,/g)).toHaveLength((cells[0]?.match(/,/g)?.length ?? 0) + 2);
    expect((await linesOf(other.response)).slice(-2)).toEqual([
      expect.stringMatching(/^(high|low)(;[\d.]+){2};$/),
      expect.stringMatching(/^;;;"The API key/),
    ]);
    const predictionId = plain.response.headers['x-prediction-id'];
    await expect.poll(() => logged(predictionId)).toMatchObject({ status: 401, rows: block });
  });

  test('ends soon after its API was switched off', async () => {
    const change = (enabled: boolean) =>
      product.app.request.put(`/api/v1/apis/${apiId}`).set(user.headers).send({ enabled }).expect(200);
    const { response } = await begun();
    await change(false);
    const lines = await linesOf(response);
    await change(true);
    expect(JSON.parse(lines.at(-1) ?? '').error.code).toBe('API_DISABLED');
  });

  test('has the error of a bad row on its line, and is refused as a whole for another type', async () => {
    const request = open();
    const answer = answered(request);
    request.end(`${line}{"age":"old"}\n${line}`);
    const lines = (await textOf(await answer))
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text));
    expect(lines.map(({ error }) => error?.code ?? null)).toEqual([null, 'ROW_INVALID', null]);
    const wrong = open({ 'content-type': 'application/json' });
    const refusal = answered(wrong);
    wrong.end('{}');
    expect((await refusal).statusCode).toBe(415);
  });

  const inPlanet = JSON.stringify({ ...row, city: 'Atlantis', planet: 'Mars' });
  test.each<
    [string, Record<string, string>, string, { failedRows: number; [figure: string]: number | null }]
  >([
    ['a line a row', {}, `${inPlanet}\n{"age":"old"}\n\n{\n${line}`, { rows: 4, failedRows: 2, warnings: 2 }],
    [
      'CSV',
      { 'content-type': 'text/csv', accept: 'text/csv' },
      'age;city;hours\n44;"Atlan\ntis";33\nold;"Pu\nne";33\n44;Pune\n44;Pune;33\n',
      { rows: 4, failedRows: 2, warnings: null },
    ],
    ['rows of which none is odd', {}, line.repeat(3), { rows: 3, failedRows: 0, warnings: 0 }],
  ])(
    'answered as %s is logged with its warnings and the rows that failed',
    async (_form, headers, sent, reported) => {
      const request = open(headers);
      const answer = answered(request);
      request.end(sent);
      const response = await answer;
      await textOf(response);
      const id = String(response.headers['x-prediction-id']);
      await expect.poll(() => logged(id)).toMatchObject({ status: 200, ...reported });
      expect(await anna.get(`/apis/${apiId}/logs/${id}`)).toMatchObject(reported);
      const { data } = await anna.get(`/apis/${apiId}/logs?status=partly`);
      expect(data.some((call: { id: string }) => call.id === id)).toBe(reported.failedRows > 0);
    },
  );
});

describe('a file from the console', () => {
  const post = (content: string, name: string, headers = user.headers, id = apiId, signal?: AbortSignal) => {
    const body = new FormData();
    body.append('file', new Blob([content]), name);
    return fetch(`${product.app.url}/api/v1/apis/${id}/test-file`, {
      method: 'POST',
      // Compressed, identical rows would all be sent at once.
      headers: { ...headers, 'accept-encoding': 'identity' },
      body,
      ...(signal && { signal }),
    });
  };
  /** What the log has of it. */
  const kept = async ({ headers }: Response) => {
    const search = headers.get('x-request-id');
    return (await anna.get(`/apis/${apiId}/logs?source=console&search=${search}`)).data[0];
  };
  const uploads = () => readdir(product.app.services.storage.stagingFolder);
  const header = 'age;city;hours\n';

  test('of CSV is answered as CSV, a line a row, logged, and not kept', async () => {
    const answer = await post(`${header}${'44;Pune;33\n'.repeat(5_000)}`, 'people 2026.csv');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(answer.headers.get('content-disposition')).toContain('people 2026-predictions.csv');
    const [names, ...rows] = (await answer.text()).trimEnd().split('\n');
    expect(names).toMatch(/^prediction;.*;error$/);
    expect(rows).toHaveLength(5_000);
    expect(rows.every((cells) => /^(high|low);/.test(cells))).toBe(true);
    const reported = { status: 200, rows: 5_000, failedRows: 0, latencyMs: null, keyId: null };
    expect(await kept(answer)).toMatchObject(reported);
    await expect.poll(uploads).toEqual([]);
  });

  test.each([
    ['people.ndjson', `${line}{"age":"old"}\n${line}`],
    ['people.csv', `${header}44;Pune;33\nold;Pune;33\n44;Pune;33\n`],
  ])('%s has the error of a row on its line', async (name, content) => {
    const answer = await post(content, name);
    const lines = (await answer.text()).trimEnd().split('\n').slice(-3);
    expect(lines.map((text) => text.includes('age must be a number'))).toEqual([false, true, false]);
    expect(await kept(answer)).toMatchObject({ status: 200, rows: 3, failedRows: 1 });
  });

  test.each([
    ['people.csv', 'colour,size\nred,2\n', 422, 'INSTANCES_INVALID', /names none of the model's fields/],
    ['people.csv', 'age,city,hours\n', 422, 'INSTANCES_INVALID', /no row below its header/],
    ['people.jsonl', '{"age":"old"}\n', 422, 'ROW_INVALID', /age must be a number/],
    ['people.jsonl', '\n\n', 422, 'FILE_EMPTY', /no row/],
    ['people.csv', '', 422, 'FILE_EMPTY', /empty/],
    [
      'people.parquet',
      'PAR1',
      415,
      'CONTENT_TYPE_UNSUPPORTED',
      /Save the table as CSV .* For Parquet, use .* predict/,
    ],
  ])('%s of %j is refused with %i %s', async (name, content, status, code, said) => {
    const answer = await post(content, name);
    const body = JSON.parse(await answer.text());
    expect({ status: answer.status, code: body.error.code }).toEqual({ status, code });
    expect(body.message).toMatch(said);
    expect(answer.headers.get('content-disposition')).toBeNull();
    if (/INVALID/.test(code)) expect(await kept(answer)).toMatchObject({ status, code, rows: 0 });
    await expect.poll(uploads).toEqual([]);
  });

  test('is for members, and needs a model', async () => {
    const refusal = async (answer: Response) => [answer.status, JSON.parse(await answer.text()).error.code];
    const stranger = await product.app.signIn();
    expect(await refusal(await post(line, 'a.ndjson', stranger.headers))).toEqual([404, 'NOT_FOUND']);
    const bare = await anna.createApi('Bare');
    expect(await refusal(await post(line, 'a.ndjson', user.headers, bare))).toEqual([
      409,
      'API_NOT_DEPLOYED',
    ]);
  });

  test('whose caller leaves is neither read on nor kept, and is logged with the rows so far', async () => {
    const leaving = new AbortController();
    const answer = await post(line.repeat(200_000), 'a.ndjson', user.headers, apiId, leaving.signal);
    await answer.body?.getReader().read();
    expect(await uploads()).toHaveLength(1);
    leaving.abort();
    await expect
      .poll(() => kept(answer), { timeout: 10_000 })
      .toMatchObject({ status: 499, code: 'CALLER_GONE' });
    const { rows } = await kept(answer);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(200_000);
    await expect.poll(uploads).toEqual([]);
  });

  test('ends with a line that says why once its API is switched off', async () => {
    const change = (enabled: boolean) =>
      product.app.request.put(`/api/v1/apis/${apiId}`).set(user.headers).send({ enabled }).expect(200);
    const answer = await post(line.repeat(200_000), 'a.ndjson');
    await change(false);
    await expect.poll(() => kept(answer), { timeout: 10_000 }).toMatchObject({ status: 403 });
    const last = (await answer.text()).trimEnd().split('\n').at(-1);
    await expect.poll(uploads).toEqual([]);
    const refused = await post(line, 'a.ndjson');
    await change(true);
    expect(refused.status).toBe(403);
    expect(JSON.parse(last ?? '').error.code).toBe('API_DISABLED');
  });
});

test('on a full disk calls are predicted, uploads are refused with the reason, and need no restart', async (context) => {
  const { app } = product;
  const { stagingFolder } = app.services.storage;
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'none', stagingFolder]);
  if (mounted.status !== 0) return context.skip(`a small disk needs a mount: ${mounted.stderr}`);
  onTestFinished(() => void spawnSync('umount', ['--lazy', stagingFolder]));
  const filler = join(stagingFolder, 'filler');
  expect(() => writeFileSync(filler, Buffer.alloc(21 << 20))).toThrow(/ENOSPC/);
  const predict = async () => {
    const sent = app.request.post(`/api/v1/predict/${apiId}`).set('authorization', `Bearer ${key}`);
    return (await sent.send(row)).status;
  };
  const upload = () =>
    app.request
      .post('/api/v1/datasets/upload')
      .set(user.headers)
      .attach('file', Buffer.from('a,b\n1,2\n'), 'small.csv');
  const ready = async (capability: string) =>
    (await app.request.get('/health/ready').query({ capability })).status;
  await expect.poll(() => ready('uploads'), { timeout: 5_000 }).toBe(503);
  const { status, body } = await app.request.get('/health/ready');
  expect([status, body.status]).toEqual([200, 'degraded']);
  expect(body.capabilities).toMatchObject({
    predictions: true,
    console: true,
    changes: true,
    uploads: false,
  });
  expect(body.reasons.uploads).toEqual([
    'The disk of the object store is full: 0 MB are free, 16 MB are needed.',
  ]);
  expect([await ready('predictions'), await predict()]).toEqual([200, 200]);
  const refused = await upload();
  expect([refused.status, refused.body.message]).toEqual([
    503,
    expect.stringContaining('disk of this server is full'),
  ]);
  expect(Number(refused.get('retry-after'))).toBeGreaterThan(0);
  rmSync(filler);
  await expect.poll(() => ready('uploads'), { timeout: 5_000 }).toBe(200);
  spawnSync('umount', [stagingFolder]);
  await upload().expect(201);
});
