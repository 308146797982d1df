import http from 'node:http';
import net from 'node:net';
import { createApi } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiServer } from '../../src/http/server.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

const patienceMs = 3_000;
const longestMs = 10_000;

let app: TestApp;
let user: SignedIn;
let short: { path: string; bearer: string };
let long: { path: string; bearer: string };

/** The same request to the fast path and to a route of Express that reads JSON. */
beforeAll(async () => {
  app = await startApp({ headMs: patienceMs, bodyMs: patienceMs, sendingMs: patienceMs });
  user = await app.signIn();
  const { id } = await createApi(app.sql, { workspaceId: user.workspaceId });
  const { body } = await app.request
    .post(`/api/v1/apis/${id}/keys`)
    .set(user.headers)
    .send({ name: 'A key' })
    .expect(201);
  short = { path: `/api/v1/predict/${id}`, bearer: body.key };
  long = { path: `/api/v1/apis/${id}/test-endpoint`, bearer: user.token };
});
afterAll(() => app.close());

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: { error: { code: string }; message: string; detail: string; requestId: string };
}

function send(
  { path, bearer }: { path: string; bearer: string | null },
  { body = '', headers = {} }: { body?: string | Buffer; headers?: Record<string, string> },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = http.request(app.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-request-id': 'parity-request',
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...headers,
      },
    });
    request.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const parsed = JSON.parse(Buffer.concat(chunks).toString());
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: parsed });
      });
    });
    request.once('error', reject);
    request.end(body);
  });
}

/** What is right to differ: who may read it from a browser, what limits the caller, and how long it is. */
const own = /^(access-control|ratelimit|vary|date|connection|keep-alive|content-length|transfer-|www-auth)/;
const comparable = ({ status, headers, body }: Answer) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !own.test(name))),
  shape: Object.keys(body).toSorted(),
  body: { message: body.message, detail: body.detail, requestId: body.requestId, code: body.error.code },
});

describe('the predict path and Express give the same responses', () => {
  const tooLarge = Buffer.alloc(10 * 1024 * 1024 + 1, ' ');
  test('ten megabytes and one byte', async () => {
    const [one, other] = await Promise.all([short, long].map((way) => send(way, { body: tooLarge })));
    expect(one && comparable(one)).toEqual(other && comparable(other));
  });

  const jsonAlone = 'Send application/json, with the header "Content-Type: application/json".';
  const rowsToo =
    'Send application/json, application/x-ndjson or text/csv, and name it in the header Content-Type.';
  test.each<[string, Record<string, string>, string[]]>([
    ['a type that is not read', { 'content-type': 'application/xml' }, [rowsToo, jsonAlone]],
    [
      'no known encoding',
      { 'content-encoding': 'x-own' },
      ['Send UTF-8, not packed.', 'Send UTF-8, plain or packed by gzip, deflate or br.'],
    ],
  ])('%s, each with what it reads', async (_name, headers, advice) => {
    const answers = await Promise.all([short, long].map((way) => send(way, { body: '<a/>', headers })));
    for (const [at, { body }] of answers.entries()) expect(body.message).toContain(advice[at]);
    const [one, other] = answers.map((answer) => ({ ...comparable(answer), body: answer.body.error.code }));
    expect(one).toEqual(other);
    expect(one).toMatchObject({ status: 415, body: 'CONTENT_TYPE_UNSUPPORTED' });
  });

  test('a request id that is none is replaced on both', async () => {
    const request = { body: '<a/>', headers: { 'content-type': 'text/xml', 'x-request-id': 'a b' } };
    for (const answer of await Promise.all([send(short, request), send(long, request)]))
      expect(answer.body.requestId).toMatch(/^req_[0-9a-f]{32}$/);
  });

  test('an address that is none', async () => {
    const paths = ['/api/v1/predict/nothing', '/api/v1/nothing'];
    const [one, other] = await Promise.all(paths.map((path) => send({ path, bearer: null }, { body: '{}' })));
    expect(one && comparable(one)).toEqual(other && comparable(other));
  });
});

describe('forbidden and missing resources have one error format', () => {
  const withoutWords = (answer: Answer | undefined) => {
    if (!answer) throw new Error('there is no answer');
    const { status, headers, shape, body } = comparable(answer);
    const { message, detail, code, requestId } = body;
    const sentences = [message, detail].every((sentence) => /^[A-Z].*\.$/.test(sentence));
    return { status, headers, shape, sentences, requestId, code: /^[A-Z_]+$/.test(code) };
  };
  const both = async (one: Parameters<typeof send>[0], other: Parameters<typeof send>[0], status: number) => {
    const answers = await Promise.all([one, other].map((way) => send(way, { body: '{}' })));
    const [first, second] = answers.map(withoutWords);
    expect(first).toEqual(second);
    expect(first).toMatchObject({ status, sentences: true, code: true });
  };

  test('401 without and with a key, or a session, that is none', async () => {
    for (const bearer of [null, 'nonsense']) await both({ ...short, bearer }, { ...long, bearer }, 401);
  });

  test('401 with a scheme that is not read', async () => {
    const headers = { authorization: 'Basic cmM6bGl2ZQ==' };
    const answers = await Promise.all([short, long].map((way) => send(way, { body: '{}', headers })));
    const [first, second] = answers.map(withoutWords);
    expect(first).toEqual(second);
    expect(first).toMatchObject({ status: 401, sentences: true, code: true });
  });

  test('403', async () => {
    const workspace = { id: user.workspaceId, slug: user.workspaceSlug };
    const reader = await app.signIn({ workspace, role: 'viewer' });
    const { body } = await app.request
      .post(`${short.path.replace('predict', 'apis')}/keys`)
      .set(user.headers)
      .send({ name: 'Reads', scopes: ['schema'] })
      .expect(201);
    await both({ ...short, bearer: body.key }, { ...long, bearer: reader.token }, 403);
  });

  test('404', async () => {
    await both(
      { ...short, path: '/api/v1/predict/api_0' },
      { ...long, path: '/api/v1/apis/api_0/keys' },
      404,
    );
  });

  test('405, which the rest of the API does not know, has the form of all others', async () => {
    const [wrong, refused] = await Promise.all([
      send({ ...short, path: `${short.path}/openapi.json` }, { body: '{}' }),
      send({ ...short, bearer: null }, { body: '{}' }),
    ]);
    const { allow, ...headers } = comparable(wrong).headers;
    expect(allow).toBe('GET, OPTIONS');
    expect({ ...withoutWords(wrong), headers, status: 401 }).toEqual(withoutWords(refused));
  });
});

test('a head has twenty seconds to arrive', async () => {
  const { server, close } = createApiServer(app.services);
  expect(server.headersTimeout).toBe(20_000);
  await close();
});

test.concurrent('exactly ten megabytes are read', async () => {
  const body = Buffer.alloc(10 * 1024 * 1024, ' ');
  expect((await send(short, { body })).body.error.code).toBe('API_NOT_DEPLOYED');
});

test.concurrent('a head that never ends is closed, and holds nobody else up', async () => {
  const { hostname, port } = new URL(app.url);
  const slow = net.connect(Number(port), hostname);
  slow.write(`POST ${short.path} HTTP/1.1\r\nHost: x\r\nX-Slow: `);
  const began = Date.now();
  const closed = new Promise<number>((resolve) => {
    slow.once('close', () => resolve(Date.now() - began));
    slow.on('error', () => {});
    slow.resume();
  });
  const drip = setInterval(() => slow.writable && slow.write('a'), 500);
  expect((await send(short, { body: '{}' })).body.error.code).toBe('API_NOT_DEPLOYED');
  expect(await closed).toBeLessThan(longestMs);
  clearInterval(drip);
});

test.concurrent('a body that does not arrive is answered with 408', async () => {
  const answer = new Promise<number | undefined>((resolve, reject) => {
    const request = http.request(app.url + short.path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${short.bearer}`,
        'content-type': 'application/json',
        'content-length': '100',
      },
    });
    request.once('response', ({ statusCode }) => {
      resolve(statusCode);
      request.destroy();
    });
    request.once('error', reject);
    request.write('{"a"');
  });
  const began = Date.now();
  expect(await answer).toBe(408);
  expect(Date.now() - began).toBeLessThan(longestMs);
});

test.concurrent.each([
  'GET /v2/health/live',
  'GET /v2/health/ready',
  'OPTIONS /api/v1/predict/any',
  'GET /api/v1/predict/any/openapi.json',
  'GET /health/live',
])('a body that nobody asked for holds the connection of %s for seconds only', async (line) => {
  const { hostname, port } = new URL(app.url);
  const slow = net.connect(Number(port), hostname);
  slow.write(`${line} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n`);
  const drip = setInterval(() => slow.writable && slow.write('a'), 250);
  const began = Date.now();
  let answered = '';
  slow
    .on('error', () => {})
    .on('data', (chunk) => {
      answered += chunk;
    });
  await new Promise((resolve) => slow.once('close', resolve));
  clearInterval(drip);
  expect(answered).toMatch(/^HTTP\/1.1 \d\d\d /);
  expect(Date.now() - began).toBeLessThan(longestMs);
});
