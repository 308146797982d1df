import { pbkdf2 } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { eventStream } from '../../src/platform/events/event-stream.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { leaveAt, noteFaults } from '../harness/disconnecting-client.ts';

let app: TestApp;
let user: SignedIn;
beforeAll(async () => {
  app = await startApp();
  user = await app.signIn();
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

const upload = (content: string | Buffer, filename = 'people.csv') =>
  app.request
    .post('/api/v1/datasets/upload')
    .set(user.headers)
    .attach('file', Buffer.from(content), filename);

const staged = () => readdir(app.services.storage.stagingFolder);
const lastEvent = async () => {
  const [[, [, event = '']] = ['', []]] = await app.services.redis.xrevrange(
    eventStream(user.workspaceId),
    ...(['+', '-', 'COUNT', 1] as const),
  );
  return JSON.parse(event);
};
const rowsNamed = async (filename: string) =>
  (await app.sql.query('select * from datasets where filename = $1', [filename])).rows;

async function eventually(check: () => Promise<void>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await check();
    } catch (error) {
      if (tries === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

describe('an upload', () => {
  test('is stored, recorded and queued for reading, named after its file', async () => {
    const { body } = await upload('age,income\n31,5\n40,7\n').expect(201);
    expect(body).toMatchObject({
      name: 'people',
      status: 'processing',
      type: 'csv',
      sizeBytes: 21,
      rows: null,
    });
    const key = `uploads/${body.id}/${body.sha256}`;
    expect(await app.services.storage.exists(key)).toBe(true);
    const { rows } = await app.sql.query('select * from jobs where subject_id = $1', [body.id]);
    expect(rows).toMatchObject([{ queue: 'ingest', state: 'waiting', payload: { sourceKey: key } }]);
    const job = await app.services.queues.get('ingest').getJob(rows[0].id);
    expect(job?.data).toEqual(rows[0].payload);
    await eventually(async () => expect(await staged()).toEqual([]));
  });

  test('takes name, description and API from the form', async () => {
    const api = await app.request.post('/api/v1/apis').set(user.headers).send({ name: 'Income' }).expect(201);
    const { body } = await upload('a,b\n1,2\n')
      .field({ name: 'Census', description: 'of 1994', apiId: api.body.id })
      .expect(201);
    expect(body).toMatchObject({ name: 'Census', description: 'of 1994', apiId: api.body.id });
  });

  test.each([
    ['sales.xlsx', 'excel'],
    ['rows.JSONL.gz', 'json'],
    ['table.parquet', 'csv'],
  ])('called %s is of the type %s unless the form says otherwise', async (filename, type) => {
    expect((await upload('a,b\n1,2\n', filename).expect(201)).body.type).toBe(type);
    expect((await upload('a,b\n1,2\n', filename).field('type', 'csv')).body.type).toBe('csv');
  });

  test('of nothing is refused at once and leaves nothing', async () => {
    const { body } = await upload('', 'empty.csv').expect(422);
    expect(body).toMatchObject({ error: { code: 'FILE_EMPTY' }, fields: [{ field: 'file' }] });
    expect(await rowsNamed('empty.csv')).toEqual([]);
    await eventually(async () => expect(await staged()).toEqual([]));
  });

  test('that can not be stored leaves nothing, on no screen either', async () => {
    const full = Object.assign(new Error('no room'), { code: 'ENOSPC' });
    vi.spyOn(app.services.storage, 'adopt').mockRejectedValueOnce(full);
    await upload('a,b\n1,2\n', 'lost.csv').expect(503);
    expect(await rowsNamed('lost.csv')).toEqual([]);
    expect(await lastEvent()).toMatchObject({ type: 'dataset.deleted' });
  });

  test('with an address is refused, since it would not be fetched', async () => {
    const { body } = await upload('a,b\n1,2\n', 'named.csv').field('source', 'https://x.org/t').expect(400);
    expect(body.fields).toMatchObject([{ field: 'source' }]);
    expect(await rowsNamed('named.csv')).toEqual([]);
  });

  test('without a file, or under another field name, says what is missing', async () => {
    const none = await app.request.post('/api/v1/datasets/upload').set(user.headers).field('name', 'x y');
    expect([none.status, none.body.error.code]).toEqual([400, 'UPLOAD_MISSING']);
    const other = await app.request
      .post('/api/v1/datasets/upload')
      .set(user.headers)
      .attach('table', Buffer.from('a,b\n'), 'a.csv');
    expect([other.status, other.body.error.code]).toEqual([400, 'UPLOAD_MISSING']);
    await eventually(async () => expect(await staged()).toEqual([]));
  });

  test('with a form that is not valid, or for an API of somebody else, leaves nothing', async () => {
    await upload('a,b\n1,2\n', 'short.csv').field('name', 'x').expect(400);
    const stranger = await app.signIn();
    const theirs = await app.request.post('/api/v1/apis').set(stranger.headers).send({ name: 'Theirs' });
    await upload('a,b\n1,2\n', 'foreign.csv').field('apiId', theirs.body.id).expect(404);
    expect([...(await rowsNamed('short.csv')), ...(await rowsNamed('foreign.csv'))]).toEqual([]);
    await eventually(async () => expect(await staged()).toEqual([]));
  });

  test('that is broken off leaves neither row nor file', async () => {
    const before = await app.sql.query('select count(*)::int as n from datasets');
    for (let attempt = 0; attempt < 5; attempt++) {
      const req = http.request(`${app.url}/api/v1/datasets/upload`, {
        method: 'POST',
        headers: {
          ...user.headers,
          'content-type': 'multipart/form-data; boundary=cut',
          'content-length': 1e7,
        },
      });
      req.on('error', () => {});
      req.write('--cut\r\nContent-Disposition: form-data; name="file"; filename="cut.csv"\r\n\r\n');
      req.write('a,b\n1,2\n'.repeat(10_000));
      await eventually(async () => expect((await staged()).length).toBe(1));
      req.destroy();
      await eventually(async () => expect(await staged()).toEqual([]));
    }
    const after = await app.sql.query('select count(*)::int as n from datasets');
    expect(after.rows).toEqual(before.rows);
  });

  test('whose sender leaves once all is sent leaves no file that nothing took', async () => {
    const { hostname, port } = new URL(app.url);
    const ending = '\r\n--cut--\r\n';
    const form = `--cut\r\nContent-Disposition: form-data; name="name"\r\n\r\nx\r\n`;
    const file = `--cut\r\nContent-Disposition: form-data; name="file"; filename="left.csv"\r\n\r\na,b\n`;
    const head = [
      'POST /api/v1/datasets/upload HTTP/1.1',
      'host: x',
      `authorization: ${user.headers.authorization}`,
      'content-type: multipart/form-data; boundary=cut',
      `content-length: ${`${form}${file}${ending}`.length}`,
    ];
    const socket = net.connect(Number(port), hostname);
    socket.write(`${head.join('\r\n')}\r\n\r\n${form}${file}`);
    await eventually(async () => expect((await staged()).length).toBe(1));
    // The end of the file waits behind these, longer than the sender does.
    const before = Array.from({ length: 8 }, () => promisify(pbkdf2)('', '', 100_000, 64, 'sha512'));
    socket.write(ending, () => socket.destroy());
    await Promise.all([once(socket, 'close'), ...before]);
    await eventually(async () => expect(await staged()).toEqual([]));
  });

  test('whose sender leaves before it is stored leaves nothing, and is no fault of ours', async () => {
    const faults = noteFaults(app);
    await leaveAt(app, 'datasets', upload('a,b\n1,2\n', 'early.csv'));
    await expect.poll(lastEvent).toMatchObject({ type: 'dataset.deleted' });
    await sleep(100);
    expect(faults).toEqual([]);
    expect(await rowsNamed('early.csv')).toEqual([]);
  });

  test('keeps a hostile file name as a name only', async () => {
    const { body } = await upload('a,b\n1,2\n', '../../etc/pass\u0085wd; rm.csv').expect(201);
    expect(body.filename).toBe('passwd; rm.csv');
    expect(await app.services.storage.exists(`uploads/${body.id}/${body.sha256}`)).toBe(true);
  });

  test('keeps no half of a letter where its name is cut off', async () => {
    const name = `${'a'.repeat(99)}${'😀'.repeat(50)}`;
    const { body } = await upload('a,b\n1,2\n', `${name}b${'😀'.repeat(50)}.csv`).expect(201);
    expect(body).toMatchObject({ name: 'a'.repeat(99), filename: `${name}b${'😀'.repeat(27)}` });
  });

  test('whose multipart body is malformed is a bad request', async () => {
    const { body } = await upload('a,b\n1,2\n', 'nul\u0000.csv').expect(400);
    expect(body).toMatchObject({
      error: { code: 'UPLOAD_MISSING' },
      message: expect.stringContaining('malformed'),
    });
  });

  test('whose form has a NUL in its text is a bad request', async () => {
    const { body } = await upload('a,b\n1,2\n').field('name', 'na\u0000me').expect(400);
    expect(body.error.code).toBe('VALIDATION_FAILED');
  });

  test('is not received for a viewer', async () => {
    const workspace = { id: user.workspaceId, slug: user.workspaceSlug };
    const viewer = await app.signIn({ workspace, role: 'viewer' });
    const { body } = await app.request
      .post('/api/v1/datasets/upload')
      .set(viewer.headers)
      .attach('file', Buffer.from('a,b\n'), 'v.csv')
      .expect(403);
    expect(body.error.code).toBe('FORBIDDEN');
  });
});

describe('a dataset', () => {
  test('of another workspace does not exist', async () => {
    const { body } = await upload('a,b\n1,2\n').expect(201);
    const stranger = await app.signIn();
    const of = (path: string) => app.request.get(`/api/v1/datasets/${body.id}${path}`).set(stranger.headers);
    await of('').expect(404);
    await of('/preview').expect(404);
    await app.request.delete(`/api/v1/datasets/${body.id}`).set(stranger.headers).expect(404);
    await app.request.get(`/api/v1/datasets/${body.id}`).set(user.headers).expect(200);
  });

  test('that is deleted takes its files and its waiting job along', async () => {
    const { body } = await upload('a,b\n1,2\n').expect(201);
    await app.request.delete(`/api/v1/datasets/${body.id}`).set(user.headers).expect(204);
    await app.request.get(`/api/v1/datasets/${body.id}`).set(user.headers).expect(404);
    expect(await app.services.storage.exists(`uploads/${body.id}/${body.sha256}`)).toBe(false);
    const { rows } = await app.sql.query('select id, state from jobs where subject_id = $1', [body.id]);
    expect(rows[0].state).toBe('cancelled');
    expect(await app.services.queues.get('ingest').getJob(rows[0].id)).toBeUndefined();
  });

  test('shows no rows before it has been read', async () => {
    const { body } = await upload('a,b\n1,2\n').expect(201);
    const preview = await app.request
      .get(`/api/v1/datasets/${body.id}/preview`)
      .set(user.headers)
      .expect(409);
    expect(preview.body.error.code).toBe('DATASET_NOT_READY');
  });
});
