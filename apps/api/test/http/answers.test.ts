import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let dist: string;
beforeAll(async () => {
  dist = await mkdtemp(path.join(tmpdir(), 'rowcast-dist-'));
  await mkdir(path.join(dist, 'assets'));
  await writeFile(
    path.join(dist, 'index.html'),
    `<!doctype html><title>Rowcast</title>${'<p>text</p>'.repeat(500)}`,
  );
  await writeFile(path.join(dist, 'landing.html'), '<!doctype html><title>Rowcast</title><h1>Start</h1>');
  await writeFile(path.join(dist, 'login.html'), '<!doctype html><title>Rowcast</title><h1>Login</h1>');
  await writeFile(path.join(dist, '@.apis.html'), '<!doctype html><title>Rowcast</title><h1>APIs</h1>');
  await writeFile(path.join(dist, 'assets', 'packed-4d5e6f.js'), 'as it is');
  await writeFile(
    path.join(dist, 'assets', 'packed-4d5e6f.js.br'),
    brotliCompressSync('packed by the build'),
  );
  await writeFile(path.join(dist, 'assets', 'packed-4d5e6f.js.gz'), gzipSync('packed by the build'));
  await writeFile(path.join(dist, 'sw.js'), 'self.addEventListener("fetch", () => {});');
  await writeFile(path.join(dist, 'assets', 'app-1a2b3c.js'), 'export const rows = 1;\n'.repeat(500));
  app = await startApp({ env: { WEB_DIST: dist, PUBLIC_URL: 'https://rowcast.test' } });
});
afterAll(async () => {
  await app.close();
  await rm(dist, { recursive: true });
});

const everywhere = [
  '/',
  '/assets/app-1a2b3c.js',
  '/assets/missing.js',
  '/sw.js',
  '/somebody/apis',
  '/health/live',
  '/health/ready',
  '/mailbox',
  '/api/v1/openapi.json',
  '/api/v1/auth/me',
  '/api/v1/nothing',
  '/api/v1/apis/%E0%A4%A',
  '/api/v1/predict/unknown',
  '/api/other',
];

test.each(everywhere)('%s is answered with the security headers and a request id', async (url) => {
  const { headers, status } = await app.request.get(url);
  expect(status).toBeLessThan(500 + Number(url === '/health/ready') * 4);
  expect(headers).toMatchObject({
    'permissions-policy': expect.stringContaining('camera=()'),
    'x-content-type-options': 'nosniff',
    'strict-transport-security': expect.stringContaining('max-age=31536000'),
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'referrer-policy': 'no-referrer',
    'x-request-id': expect.stringMatching(/^req_[0-9a-f]{32}$/),
  });
  expect(headers['content-security-policy']).toMatch(/script-src 'self'(;|$)/);
  expect(headers).not.toHaveProperty('x-powered-by');
});

test('a foreign origin gets no CORS with credentials', async () => {
  const { headers } = await app.signIn();
  for (const origin of ['https://evil.test', 'null']) {
    const answer = await app.request.get('/api/v1/auth/me').set({ ...headers, Origin: origin });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    const preflight = await app.request
      .options('/api/v1/apis')
      .set({ Origin: origin, 'Access-Control-Request-Method': 'POST' });
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
    expect(preflight.headers).not.toHaveProperty('access-control-allow-credentials');
  }
});

test('errors carry the id under which the log knows them', async () => {
  const given = await app.request.get('/api/v1/nothing').set('X-Request-Id', 'my-own-id-1234').expect(404);
  expect(given.body).toEqual({
    error: { code: 'NOT_FOUND' },
    message: 'Resource not found.',
    detail: 'Resource not found.',
    requestId: 'my-own-id-1234',
  });
  const made = await app.request.get('/api/v1/nothing').set('X-Request-Id', 'no good, <b>').expect(404);
  expect(made.body.requestId).toMatch(/^req_/);
  expect(made.headers['x-request-id']).toBe(made.body.requestId);
});

test('what went wrong inside stays inside', async () => {
  const { headers } = await app.signIn();
  await app.sql.query('alter table apis rename to hidden');
  const { body } = await app.request.get('/api/v1/apis').set(headers).expect(500);
  await app.sql.query('alter table hidden rename to apis');
  expect(body).toEqual({
    error: { code: 'INTERNAL' },
    message: 'Server error. Please try again later.',
    detail: 'Server error. Please try again later.',
    requestId: expect.stringMatching(/^req_/),
  });
});

test('a path with an impossible id names nothing', async () => {
  const { headers } = await app.signIn();
  for (const id of ['nonsense', `API_${'0'.repeat(32)}`, `ds_${'0'.repeat(32)}`, '%00', '%2e%2e%2f', '..;']) {
    await app.request
      .get(`/api/v1/apis/${id}`)
      .set(headers)
      .expect(404, /NOT_FOUND/);
  }
});

test('answers of the API are kept by nobody', async () => {
  const { headers } = await app.signIn();
  const answer = await app.request.get('/api/v1/auth/me').set(headers).expect(200);
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('the console is compressed and its hashed files are kept for good', async () => {
  for (const [accepted, used] of [
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
  ]) {
    const asset = await app.request.get('/assets/app-1a2b3c.js').set('Accept-Encoding', accepted as string);
    expect(asset.headers).toMatchObject({
      'content-encoding': used,
      'cache-control': 'public, max-age=31536000, immutable',
    });
  }
  const page = await app.request.get('/somebody/apis').expect(200);
  expect(page.text).toContain('<title>Rowcast</title>');
  expect(page.headers['cache-control']).toBe('no-cache');
  await app.request.get('/assets/missing.js').expect(404);
  await app.request.get('/missing.webmanifest').expect(404);
});

test('files that the build packed are sent as they are', async () => {
  for (const [accepted, used, content] of [
    ['gzip, br', 'br', 'packed by the build'],
    ['gzip', 'gzip', 'packed by the build'],
    ['identity', undefined, 'as it is'],
  ] as const) {
    const answer = await app.request
      .get('/assets/packed-4d5e6f.js')
      .set('Accept-Encoding', accepted)
      .buffer(true)
      .expect(200)
      .expect('Content-Type', /javascript/)
      .expect('Vary', /Accept-Encoding/)
      .expect('Cache-Control', 'public, max-age=31536000, immutable');
    expect(answer.headers['content-encoding']).toBe(used);
    expect(answer.text).toBe(content);
  }
});

test('pages that the build drew ahead come at their own address, with or without a query', async () => {
  for (const [url, words] of [
    ['/', '<h1>Start</h1>'],
    ['/login', '<h1>Login</h1>'],
    ['/login?from=mail', '<h1>Login</h1>'],
    ['/somebody/login', '<p>text</p>'],
    ['/landing', '<p>text</p>'],
    ['/asha/apis', '<h1>APIs</h1>'],
    ['/asha/apis/api_1', '<p>text</p>'],
  ] as const) {
    const page = await app.request.get(url).expect(200).expect('Content-Type', /html/);
    expect(page.text).toContain(words);
    expect(page.headers['cache-control']).toBe('no-cache');
  }
});

test('no path leads out of the console’s folder', async () => {
  for (const url of [
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fetc/passwd',
    '/%252e%252e/x',
    '/a\\..\\..\\x',
  ]) {
    const answer = await app.request.get(url);
    expect(answer.text).not.toContain('"name"');
    expect(answer.text).not.toContain('root:');
    expect(answer.status).toBeLessThan(500);
  }
});
