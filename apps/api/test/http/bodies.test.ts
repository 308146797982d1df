import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let ann: SignedIn;
beforeAll(async () => {
  app = await startApp();
  ann = await app.signIn();
});
afterAll(() => app.close());

const post = (text: string | Buffer, type = 'application/json') =>
  app.request
    .post('/api/v1/apis')
    .set(ann.headers)
    .set('Content-Type', type)
    .serialize((body) => body)
    .send(text);
const named = (name: unknown, extra = '') => `{"name":${JSON.stringify(name)}${extra}}`;

test('broken JSON is named as such', async () => {
  for (const text of ['{"name":', '{name:1}', '"text"', 'null', '[', '\u0000']) {
    const { body } = await post(text).expect(400);
    expect(body.error.code).toBe('BODY_NOT_JSON');
    expect(body.message).toMatch(
      /^The request body is not valid JSON\. Check (line 1 column \d+|that it is complete and that its quotes are closed)\.$/,
    );
  }
});

test('depth is limited, whether it is in the way of the form or not', async () => {
  const arrays = '['.repeat(5_000) + ']'.repeat(5_000);
  const objects = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
  for (const deep of [arrays, objects]) {
    await post(named('Deep one', `,"extra":${deep}`)).expect(400, /BODY_NOT_JSON/);
    await post(deep).expect(400);
  }
  await post('['.repeat(2_000_000)).expect(400);
  await post(named('[[[{{{"\\"['.repeat(9))).expect(201);
  const shallow = `,"extra":${'['.repeat(90)}${']'.repeat(90)}`;
  await post(named('Shallow', shallow)).expect(400, /VALIDATION_FAILED/);
});

test('ten megabytes are read, one byte more is not', async () => {
  const limit = 10 * 1024 * 1024;
  const sized = (bytes: number) => named('Large').padEnd(bytes);
  await post(sized(limit)).expect(201);
  const { body } = await post(sized(limit + 1)).expect(413);
  expect(body.error.code).toBe('BODY_TOO_LARGE');
});

test.each([
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
])('a body of type %s is refused', async (type) => {
  const { body } = await post(named('Typed'), type).expect(415);
  expect(body.error.code).toBe('CONTENT_TYPE_UNSUPPORTED');
});

test('another character set than UTF-8 is refused, deep or not', async () => {
  // As bytes of UTF-8 all brackets would be within quotes, which the first letter begins.
  const deep = `"∢",${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  for (const text of [named('Typed'), named('Deep one', `,"extra":[${deep}]`)]) {
    const { body } = await post(Buffer.from(text, 'utf16le'), 'application/json; charset=utf-16le').expect(
      415,
    );
    expect(body.error.code).toBe('CONTENT_TYPE_UNSUPPORTED');
  }
  await post(named('Typed'), 'application/json; charset=utf-99').expect(415);
  await post(named('Typed'), 'application/json; charset=UTF-8').expect(201);
});

test('__proto__ and constructor in a body change nothing', async () => {
  const { body } = await post(
    '{"name":"Proto","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  ).expect(400);
  expect(body.fields.map(({ field }: { field: string }) => field)).toEqual(['__proto__', 'constructor']);
  expect(Object.prototype).not.toHaveProperty('polluted');
  await post('{"__proto__":{"name":"Inherited"}}').expect(400, /VALIDATION_FAILED/);
});

test('text that the database cannot store is the sender’s mistake', async () => {
  await post(named('nul \u0000 inside')).expect(400, /VALIDATION_FAILED/);
  await app.request.get('/api/v1/apis').query({ search: '\u0000' }).set(ann.headers).expect(400);
});

test('each bad field is named', async () => {
  const { body } = await post('{"name":"x","type":"cube"}').expect(400);
  expect(body).toMatchObject({ error: { code: 'VALIDATION_FAILED' }, requestId: expect.any(String) });
  expect(body.fields.map(({ field }: { field: string }) => field)).toEqual(['name', 'type']);
});

test('nothing is read for a caller who may not send it', async () => {
  const answer = await app.request.post('/api/v1/apis').set('Content-Type', 'application/json').send('{{{');
  expect(answer.status).toBe(401);
});
