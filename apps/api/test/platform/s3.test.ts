import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openStorage, type Storage } from '../../src/platform/storage/open-storage.ts';

const stored = new Map<string, Buffer>();
let refused: string[] = [];
let requests: string[] = [];

function list(prefix: string): string {
  const keys = [...stored.keys()].filter((key) => key.startsWith(prefix));
  const contents = keys.map(
    (key) => `<Contents><Key>${key}</Key><LastModified>2026-03-01T00:00:00.000Z</LastModified></Contents>`,
  );
  return `<ListBucketResult><KeyCount>${keys.length}</KeyCount><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`;
}

function remove(body: string): string {
  const keys: string[] = body.match(/(?<=<Key>)[^<]+/g) ?? [];
  for (const key of keys) if (!refused.includes(key)) stored.delete(key);
  const errors = keys.filter((key) => refused.includes(key));
  return `<DeleteResult>${errors.map((key) => `<Error><Key>${key}</Key><Code>AccessDenied</Code></Error>`).join('')}</DeleteResult>`;
}

/** Responds as S3 does, which reports undeleted objects with status 200. */
const server = http.createServer(async (req, res) => {
  const { pathname, searchParams } = new URL(req.url ?? '', 'http://s3');
  const key = pathname.replace('/bucket', '').slice(1);
  const body = await buffer(req);
  requests.push(`${req.method} ${key}`);
  const xml = (answer: string) => res.setHeader('content-type', 'application/xml').end(answer);
  if (req.method === 'POST') return xml(remove(String(body)));
  if (req.method === 'PUT') {
    stored.set(key, body);
    return res.end();
  }
  if (searchParams.has('list-type')) return xml(list(searchParams.get('prefix') ?? ''));
  const object = stored.get(key);
  if (!object) return res.writeHead(404).end();
  const [, start, end] = /bytes=(\d+)-(\d+)/.exec(req.headers.range ?? '') ?? [];
  const part = start ? object.subarray(Number(start), Number(end) + 1) : object;
  res.writeHead(start ? 206 : 200, { 'content-length': part.length });
  return req.method === 'HEAD' ? res.end() : res.end(part);
});
let storage: Storage;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  storage = openStorage({ STORAGE_URL: 's3://bucket' });
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});

async function write(key: string, content: string): Promise<void> {
  const file = path.join(tmpdir(), `rowcast-s3-${process.pid}`);
  await writeFile(file, content);
  await storage.adopt(key, file);
}

const read = async (key: string) => String(await buffer(await storage.read(key)));

test('a damaged, shortened or exchanged object is refused, as in a folder', async () => {
  await write('bundles/a.rowcast', 'content of a');
  await write('bundles/b.rowcast', 'content of b');
  requests = [];
  expect(await read('bundles/a.rowcast')).toBe('content of a');
  const record = 'GET checksums/bundles/a.rowcast';
  expect(requests.filter((each) => each.includes('checksums/'))).toEqual([record]);
  expect(await storage.verify('bundles/a.rowcast')).toEqual({ state: 'intact' });
  for (const damage of ['content of A', 'content', 'content of b']) {
    stored.set('bundles/a.rowcast', Buffer.from(damage));
    await expect(read('bundles/a.rowcast')).rejects.toMatchObject({ code: 'STORED_DATA_DAMAGED' });
    await expect(storage.open('bundles/a.rowcast')).rejects.toMatchObject({ code: 'STORED_DATA_DAMAGED' });
  }
  await storage.removePrefix('bundles/');
  expect([...stored.keys()]).toEqual([]);
});

test('an object without a record is read; verifying it records its checksums', async () => {
  stored.set('uploads/ds_1/a', Buffer.from('a'));
  expect(await read('uploads/ds_1/a')).toBe('a');
  expect(await storage.verify('uploads/ds_1/a')).toEqual({ state: 'recorded' });
  expect(await storage.verify('uploads/ds_1/a')).toEqual({ state: 'intact' });
  await storage.removePrefix('uploads/ds_1/');
});

test('objects that the store kept are not taken for deleted', async () => {
  await write('uploads/ds_1/a', 'a');
  await write('uploads/ds_1/b', 'b');
  refused = ['uploads/ds_1/b'];
  await expect(storage.removePrefix('uploads/ds_1/')).rejects.toThrow(
    '1 objects were not deleted: AccessDenied',
  );
  refused = [];
  await storage.removePrefix('uploads/ds_1/');
  expect([...stored.keys()]).toEqual([]);
});
