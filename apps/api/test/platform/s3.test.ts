import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openStorage, type Storage } from '../../src/platform/storage/open-storage.ts';

const keys = ['uploads/ds_1/a', 'uploads/ds_1/b'];
const listed = `<ListBucketResult><KeyCount>2</KeyCount><IsTruncated>false</IsTruncated>${keys
  .map((key) => `<Contents><Key>${key}</Key><LastModified>2026-03-01T00:00:00.000Z</LastModified></Contents>`)
  .join('')}</ListBucketResult>`;
let refused: string[] = [];
const asked: string[] = [];

/** Responds as S3 does, which reports undeleted objects with status 200. */
const server = http.createServer(async (req, res) => {
  const body = await text(req);
  res.setHeader('content-type', 'application/xml');
  if (req.method === 'GET') return res.end(listed);
  asked.push(...(body.match(/(?<=<Key>)[^<]+/g) ?? []));
  const errors = refused.map((key) => `<Error><Key>${key}</Key><Code>AccessDenied</Code></Error>`);
  res.end(`<DeleteResult>${errors.join('')}</DeleteResult>`);
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

test('objects that the store kept are not taken for deleted', async () => {
  await storage.removePrefix('uploads/ds_1/');
  expect(asked).toEqual(keys);
  refused = keys.slice(1);
  await expect(storage.removePrefix('uploads/ds_1/')).rejects.toThrow(
    '1 objects were not deleted: AccessDenied',
  );
});
