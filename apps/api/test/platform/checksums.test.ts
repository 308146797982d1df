import { createHash, randomBytes } from 'node:crypto';
import { cp, mkdtemp, open, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { openStorage, type Storage } from '../../src/platform/storage/open-storage.ts';
import { writeHashed } from '../../src/platform/storage/write-hashed.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'rowcast-checksums-'));
afterAll(() => rm(folder, { recursive: true }));

const mb = 1024 * 1024;
const content = randomBytes(5 * mb + 17);
const key = 'datasets/ds_1/table.parquet';
let root: string;
let storage: Storage;
let reported: string[];
let file: string;

async function write(at: string, bytes: Buffer): Promise<void> {
  const local = path.join(folder, 'local');
  await writeFile(local, bytes);
  await storage.adopt(at, local);
}

async function flip(place: string, at: number): Promise<void> {
  const handle = await open(place, 'r+');
  const { buffer: byte } = await handle.read(Buffer.alloc(1), 0, 1, at);
  await handle.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, at);
  await handle.close();
}

const read = async (at = key) => buffer(await storage.read(at));
const damaged = { code: 'STORED_DATA_DAMAGED' };

beforeEach(async () => {
  root = await mkdtemp(path.join(folder, 'root-'));
  reported = [];
  storage = openStorage({ STORAGE_URL: `file://${root}` }, (mismatch) => reported.push(mismatch.message));
  await write(key, content);
  file = path.join(root, key);
});

test('an object and its parts are read as they were written', async () => {
  expect((await read()).equals(content)).toBe(true);
  const { sizeBytes, read: part } = await storage.open(key);
  expect(sizeBytes).toBe(content.length);
  for (const [start, end] of [
    [0, 1],
    [mb - 1, mb + 1],
    [mb, 2 * mb],
    [17, 4 * mb],
    [5 * mb, sizeBytes],
  ] as const) {
    const found = await buffer(await part({ start, end }));
    expect(found.equals(content.subarray(start, end))).toBe(true);
  }
  expect(await storage.verify(key)).toEqual({ state: 'intact' });
});

test.each([0, 1, mb, mb + 1])('an object of %i bytes is read as it was written', async (bytes) => {
  await write('avatars/a.webp', content.subarray(0, bytes));
  expect((await read('avatars/a.webp')).equals(content.subarray(0, bytes))).toBe(true);
});

describe.each([0, 1, mb, mb + 1, 3 * mb, content.length])('a received file of %i bytes', (bytes) => {
  const received = content.subarray(0, bytes);
  const local = path.join(folder, 'received');
  const receive = () => {
    const pieces = [received.subarray(0, 700_000), received.subarray(700_000)];
    return writeHashed(Readable.from(pieces.filter((piece) => piece.length > 0)), local);
  };

  test('is stored with its checksums', async () => {
    const { sizeBytes, sha256, checksums } = await receive();
    expect(sizeBytes).toBe(bytes);
    expect(sha256).toBe(createHash('sha256').update(received).digest('hex'));
    await storage.adopt(key, local, checksums);
    expect((await read()).equals(received)).toBe(true);
    expect(await storage.verify(key)).toEqual({ state: 'intact' });
  });

  test.runIf(bytes > 0)('is not hashed again, so that a change on disk is found', async () => {
    const { checksums } = await receive();
    await flip(local, bytes - 1);
    await storage.adopt(key, local, checksums);
    await expect(read()).rejects.toMatchObject(damaged);
  });
});

const damages: Record<string, () => Promise<unknown>> = {
  'one flipped byte': () => flip(file, 3 * mb + 5),
  'a flipped last byte': () => flip(file, content.length - 1),
  'half of it': () => truncate(file, 3 * mb),
  nothing: () => truncate(file, 0),
  'one byte more': () => writeFile(file, 'x', { flag: 'a' }),
  'the content of another object': async () => {
    await write('datasets/ds_2/table.parquet', randomBytes(content.length));
    await rename(path.join(root, 'datasets/ds_2/table.parquet'), file);
  },
  'the content and the record of another object': async () => {
    await write('datasets/ds_2/table.parquet', randomBytes(content.length));
    for (const each of ['datasets/', 'checksums/datasets/'])
      await rename(
        path.join(root, `${each}ds_2/table.parquet`),
        path.join(root, `${each}ds_1/table.parquet`),
      );
  },
  'a damaged record': () => truncate(path.join(root, `checksums/${key}`), 20),
};

describe.each(Object.entries(damages))('an object with %s', (_, damage) => {
  test('is refused as a whole and in parts, and named', async () => {
    await damage();
    await expect(read()).rejects.toMatchObject(damaged);
    await expect(storage.open(key)).rejects.toMatchObject(damaged);
    expect(reported).toEqual([expect.stringContaining(key), expect.stringContaining(key)]);
    expect(await storage.verify(key)).toMatchObject({
      state: 'damaged',
      problem: expect.stringContaining(key),
    });
  });
});

test('a part is verified when it is read, not only when the object is opened', async () => {
  const { read: part } = await storage.open(key);
  await flip(file, 2 * mb + 1);
  expect((await buffer(await part({ start: 0, end: 2 * mb }))).length).toBe(2 * mb);
  await expect(part({ start: 3 * mb - 1, end: 3 * mb }).then(buffer)).rejects.toMatchObject(damaged);
});

test('of a large damaged object only intact bytes are sent, and then the stream fails', async () => {
  const large = Buffer.concat(Array.from({ length: 13 }, () => content));
  await write(key, large);
  await flip(file, 10 * mb);
  let sent = 0;
  const stream = await storage.read(key);
  const received = (async () => {
    for await (const piece of stream) sent += piece.length;
  })();
  await expect(received).rejects.toMatchObject(damaged);
  expect(sent).toBe(10 * mb);
});

test('an object without a record is read; verifying it records its checksums', async () => {
  await rm(path.join(root, 'checksums'), { recursive: true });
  expect((await read()).equals(content)).toBe(true);
  expect(await storage.verify(key)).toEqual({ state: 'recorded' });
  await flip(file, 0);
  await expect(read()).rejects.toMatchObject(damaged);
});

test('a replaced object has a new record, and a removed one has none', async () => {
  await write(key, Buffer.from('new'));
  expect(String(await read())).toBe('new');
  await storage.removePrefix('datasets/ds_1/');
  for await (const left of storage.list('checksums/')) expect.unreachable(left.key);
});

test('a store that is copied keeps its checksums', async () => {
  const copy = path.join(folder, 'copy');
  await cp(root, copy, { recursive: true });
  await flip(path.join(copy, key), 1);
  const copied = openStorage({ STORAGE_URL: `file://${copy}` });
  expect(await copied.verify(key)).toMatchObject({ state: 'damaged' });
  expect((await readFile(file)).equals(content)).toBe(true);
});
