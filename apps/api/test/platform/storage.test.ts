import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openStorage } from '../../src/platform/storage/open-storage.ts';

const outside = mkdtempSync(path.join(tmpdir(), 'rowcast-storage-'));
afterAll(() => rmSync(outside, { recursive: true }));
const kept = path.join(outside, 'kept');
writeFileSync(kept, 'kept');
const storage = openStorage({ STORAGE_URL: `file://${outside}/objects` });

test('moves a file into folders that were not there, and over what was', async () => {
  for (const content of ['first', 'second']) {
    const file = path.join(outside, content);
    writeFileSync(file, content);
    await storage.adopt('uploads/ds_1/deep/table', file);
    expect(readFileSync(path.join(outside, 'objects/uploads/ds_1/deep/table'), 'utf8')).toBe(content);
    expect(existsSync(file)).toBe(false);
  }
});

test('says what is there and what is not, and nothing where it can not be known', async () => {
  writeFileSync(path.join(outside, 'objects/table'), '');
  symlinkSync('round', path.join(outside, 'objects/round'));
  expect(await storage.exists('table')).toBe(true);
  for (const missing of ['nothing', 'nowhere/table', 'table/below'])
    expect(await storage.exists(missing)).toBe(false);
  await expect(storage.exists('round')).rejects.toMatchObject({ code: 'ELOOP' });
});

const hostile = [
  ...['../kept', 'uploads/../../kept', 'uploads/..', '/etc/hostname', `${outside}/kept`, '', '.', '..'],
  ...[
    '..\\kept',
    'uploads/%2e%2e/%2e%2e/kept',
    '%252e%252e/kept',
    'a;/../../kept',
    'a\0/../../kept',
    '~/kept',
  ],
];

describe.each(hostile)('the key %j', (key) => {
  test('reaches nothing, whatever is done with it', async () => {
    const file = path.join(outside, 'new');
    writeFileSync(file, 'new');
    const attempts = [
      async () => storage.adopt(key, file),
      async () => storage.read(key),
      async () => storage.open(key),
      async () => storage.verify(key),
      async () => storage.exists(key),
      async () => storage.removePrefix(key),
      async () => storage.list(key)[Symbol.asyncIterator]().next(),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow('not a storage key');
    expect(readFileSync(kept, 'utf8')).toBe('kept');
    expect(readFileSync(file, 'utf8')).toBe('new');
  });
});
