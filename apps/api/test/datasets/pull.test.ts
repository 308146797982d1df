import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { queues } from '@rowcast/contracts';
import { createDataset } from '@rowcast/testkit/factories';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPullJob, pullJob } from '../../src/features/datasets/index.ts';
import { runJobs } from '../../src/features/jobs/index.ts';
import { newId } from '../../src/platform/ids.ts';
import { resolvePublic } from '../../src/platform/network/public-fetch.ts';
import { encrypt } from '../../src/platform/security/encryption.ts';
import { objectKeys } from '../../src/platform/storage/object-keys.ts';
import { objects, put } from '../account/stored.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

const table = 'age,income\n31,5\n40,7\n';
let site: http.Server;
let outside: http.Server;
let asked = 0;
/** Answers that have begun and do not go on by themselves. */
const slow = new Set<http.ServerResponse>();
let app: TestApp;
let user: SignedIn;
let stopJobs: () => Promise<void>;

/** Writes a piece every 50 ms; ends after so many. */
const trickles: Record<string, { bytes: number; pieces: number }> = {
  '/dribble.csv': { bytes: 1, pieces: Number.POSITIVE_INFINITY },
  '/burst.csv': { bytes: 30_000, pieces: 1 },
  '/steady.csv': { bytes: 4_000, pieces: 10 },
};
function trickle(res: http.ServerResponse, { bytes, pieces }: { bytes: number; pieces: number }): void {
  let left = pieces;
  const timer = setInterval(() => {
    if (left > 0) res.write('1'.repeat(bytes));
    left -= 1;
    if (left === 0 && pieces > 1) res.end();
  }, 50);
  res.once('close', () => clearInterval(timer));
}

const hostOf = (server: http.Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  outside = http.createServer((_req, res) => {
    asked += 1;
    res.end(table);
  });
  outside.listen(0, '127.0.0.1');
  await once(outside, 'listening');
  site = http.createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://site');
    if (pathname === '/large') for (let sent = 0; sent < 40; sent += 1) res.write('x'.repeat(100_000));
    const moved: Record<string, string> = {
      '/moved': '/sales.csv?key=secret',
      '/round': '/round',
      '/detour': '/silent',
      '/away': `http://${hostOf(outside)}/sales.csv`,
      '/metadata': 'http://169.254.169.254/latest/meta-data',
      '/disk': 'file:///etc/passwd',
    };
    if (moved[pathname]) res.writeHead(302, { location: moved[pathname] }).end();
    else if (pathname === '/sales.csv' || pathname === '/%E5%A3%B2%E4%B8%8A.csv') res.end(table);
    else if (trickles[pathname]) trickle(res, trickles[pathname]);
    else if (pathname === '/headers') req.socket.write('HTTP/1.1 200 OK\r\n');
    else if (pathname === '/silent') return;
    else if (pathname === '/slow.csv') {
      slow.add(res);
      res.once('close', () => slow.delete(res)).write('age,');
    } else if (pathname === '/empty.csv' || pathname === '/large') res.end();
    else res.writeHead(404).end('<h1>not here</h1>');
  });
  site.listen(0, '127.0.0.1');
  await once(site, 'listening');
  app = await startApp({ env: { PRIVATE_HOSTS: hostOf(site), MAX_UPLOAD_MB: '1' } });
  user = await app.signIn();
  stopJobs = runJobs(app.services);
}, 60_000);
afterAll(async () => {
  await stopJobs();
  await app.close();
  site.close();
  outside.close();
});

const pull = (source: string, form: object = {}) =>
  app.request
    .post('/api/v1/datasets/pull')
    .set(user.headers)
    .send({ source, ...form });

async function fetched(path: string) {
  const { body } = await pull(`http://${hostOf(site)}${path}`).expect(201);
  expect(body).toMatchObject({ type: 'integration' });
  for (;;) {
    const { body: now } = await app.request.get(`/api/v1/datasets/${body.id}`).set(user.headers).expect(200);
    if (now.status !== 'uploading') return now;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

describe('a table at an address', () => {
  test('is fetched, stored and queued for reading, named after its path', async () => {
    const dataset = await fetched('/moved');
    expect(dataset).toMatchObject({ name: 'moved', status: 'processing', sizeBytes: table.length });
    const key = `uploads/${dataset.id}/${dataset.sha256}`;
    expect(await app.services.storage.exists(key)).toBe(true);
    const { rows } = await app.sql.query('select queue, state from jobs where subject_id = $1 order by id', [
      dataset.id,
    ]);
    expect(rows).toEqual([
      { queue: 'pull', state: 'done' },
      { queue: 'ingest', state: 'waiting' },
    ]);
    expect(await fetched('/%E5%A3%B2%E4%B8%8A.csv')).toMatchObject({ name: '売上', filename: '売上.csv' });
  });

  test('leaves its address nowhere: not in a job, and not in the row once it is there', async () => {
    const { body } = await pull(`http://${hostOf(site)}/sales.csv?key=hunter2`).expect(201);
    expect(JSON.stringify(body)).not.toContain('hunter2');
    const stored =
      'select d.sealed_source, j.payload from datasets d join jobs j on j.subject_id = d.id where d.id = $1';
    const { rows } = await app.sql.query(stored, [body.id]);
    expect(JSON.stringify(rows)).not.toContain('hunter2');
    await expect
      .poll(async () => (await app.sql.query(stored, [body.id])).rows[0].sealed_source, { timeout: 20_000 })
      .toBeNull();
  });

  test('takes the place of what an attempt left that was killed', async () => {
    const { id } = await createDataset(app.sql, { workspaceId: user.workspaceId, status: 'uploading' });
    const sealed = encrypt(`http://${hostOf(site)}/sales.csv`, app.services.config.ENCRYPTION_KEY);
    await app.sql.query('update datasets set sealed_source = $2 where id = $1', [id, sealed]);
    await put(app, objectKeys.upload(id, 'a'.repeat(64)), 'what the address gave before');
    const payload = { datasetId: id, jobId: newId('job'), requestId: newId('request') };
    const result = queues.pull.result.parse(
      await pullJob.run?.(app.services, payload, new AbortController().signal),
    );
    if (result.outcome !== 'ready') throw new Error(result.error.message);
    const stored = (await objects(app)).filter((key) => key.startsWith(objectKeys.uploadFolder(id)));
    expect(stored).toEqual([objectKeys.upload(id, result.sha256)]);
  });

  test.each([
    ['/nothing', 'PULL_FAILED', /status 404/],
    ['/empty.csv', 'FILE_EMPTY', /empty/],
    ['/large', 'FILE_TOO_LARGE', /size limit/],
    ['/round', 'PULL_FAILED', /too many times/],
    ['/disk', 'PULL_FAILED', /not http or https/],
    ['/away', 'ADDRESS_REFUSED', /private network/],
    ['/metadata', 'ADDRESS_REFUSED', /private network/],
  ])('that answers like %s is an error with a name', async (path, code, message) => {
    const { status, error } = await fetched(path);
    expect(status).toBe('error');
    expect(error).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(asked).toBe(0);
    expect(await readdir(app.services.storage.stagingFolder)).toEqual([]);
  });
});

describe('a table that is long in coming', () => {
  afterEach(() => vi.restoreAllMocks());

  test('is fetched by the next process, however often one is killed', async () => {
    const { body } = await pull(`http://${hostOf(site)}/slow.csv`).expect(201);
    for (let times = 0; times < 4; times += 1) {
      await expect.poll(() => slow.size, { timeout: 5_000 }).toBe(1);
      await stopJobs();
      await expect.poll(() => slow.size).toBe(0);
      expect(await readdir(app.services.storage.stagingFolder)).toEqual([]);
      stopJobs = runJobs(app.services);
    }
    await expect.poll(() => slow.size, { timeout: 5_000 }).toBe(1);
    for (const answer of slow) answer.end('income\n31,5\n');
    const get = () => app.request.get(`/api/v1/datasets/${body.id}`).set(user.headers);
    await expect.poll(async () => (await get()).body.status, { timeout: 5_000 }).toBe('processing');
  });

  test('is not waited for once its dataset is deleted', async () => {
    const { body } = await pull(`http://${hostOf(site)}/slow.csv`).expect(201);
    await expect.poll(() => slow.size, { timeout: 5_000 }).toBe(1);
    await app.request.delete(`/api/v1/datasets/${body.id}`).set(user.headers).expect(204);
    await expect.poll(() => slow.size, { timeout: 8_000 }).toBe(0);
    await expect.poll(() => readdir(app.services.storage.stagingFolder), { timeout: 5_000 }).toEqual([]);
  });

  test.each([
    ['/dribble.csv', 'sends a byte now and then'],
    ['/burst.csv', 'sends nothing after its beginning'],
    ['/headers', 'sends its headers byte by byte'],
    ['/silent', 'never responds'],
    ['/detour', 'redirects to one that never responds'],
  ])('ends with a named error at once if its server is like %s, which %s', async (path) => {
    const { id } = await createDataset(app.sql, { workspaceId: user.workspaceId, status: 'uploading' });
    const sealed = encrypt(`http://${hostOf(site)}${path}`, app.services.config.ENCRYPTION_KEY);
    await app.sql.query('update datasets set sealed_source = $2 where id = $1', [id, sealed]);
    const payload = { datasetId: id, jobId: newId('job'), requestId: newId('request') };
    const job = createPullJob({ responseMs: 400, ratePeriodMs: 200 });
    const result = await job.run?.(app.services, payload, new AbortController().signal);
    expect(result).toMatchObject({ outcome: 'error', error: { code: 'PULL_TOO_SLOW' } });
    expect(await readdir(app.services.storage.stagingFolder)).toEqual([]);
  });

  test('is read whole if it takes several periods at a sufficient rate', async () => {
    const { id } = await createDataset(app.sql, { workspaceId: user.workspaceId, status: 'uploading' });
    const sealed = encrypt(`http://${hostOf(site)}/steady.csv`, app.services.config.ENCRYPTION_KEY);
    await app.sql.query('update datasets set sealed_source = $2 where id = $1', [id, sealed]);
    const payload = { datasetId: id, jobId: newId('job'), requestId: newId('request') };
    const job = createPullJob({ responseMs: 400, ratePeriodMs: 200 });
    const result = await job.run?.(app.services, payload, new AbortController().signal);
    expect(result).toMatchObject({ outcome: 'ready', sizeBytes: 40_000 });
  });

  test('is given up after a quarter of an hour, and not asked for again', async () => {
    const { timeout } = AbortSignal;
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 300));
    const { body } = await pull(`http://${hostOf(site)}/slow.csv`).expect(201);
    const get = () => app.request.get(`/api/v1/datasets/${body.id}`).set(user.headers);
    await expect.poll(async () => (await get()).body.status, { timeout: 8_000 }).toBe('error');
    const { error } = (await get()).body;
    expect(error).toMatchObject({ code: 'PULL_FAILED', message: expect.stringContaining('15 minutes') });
  });
});

describe('an address that is not on the internet', () => {
  test.each([
    'http://127.1/x',
    'http://2130706433/x',
    'http://[::ffff:169.254.169.254]/x',
    'http://100.64.0.1/x',
    'http://localhost/x',
    'http://user:secret@example.org/x',
    'http://[64:ff9b::7f00:1]/x',
  ])('is refused when it is given: %s', async (source) => {
    const { body } = await pull(source).expect(400);
    expect(body.error.code).toBe('ADDRESS_REFUSED');
    expect(body.fields[0].field).toBe('source');
  });

  test.each(['ftp://example.org/x', 'file:///etc/passwd', 'javascript:alert(1)', 'table.csv', ''])(
    'is none: %s',
    async (source) => {
      const { body } = await pull(source).expect(400);
      expect(body.fields).toEqual([{ field: 'source', message: 'Please enter a valid URL' }]);
    },
  );

  test('is refused when the name leads there as the connection is made', async () => {
    const refusal = await new Promise<Error | null>((resolve) => {
      resolvePublic('localhost', { all: true }, (error) => resolve(error));
    });
    expect(refusal?.message).toContain('private network');
  });
});
