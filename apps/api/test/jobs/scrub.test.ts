import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDataset, createModel } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { scrubAndReport } from '../../src/features/jobs/index.ts';
import { objectKeys } from '../../src/platform/storage/object-keys.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let user: SignedIn;
let datasetId: string;
let modelId: string;
let keys: Record<'upload' | 'table' | 'profile' | 'bundle' | 'onnx', string>;

const hash = () => randomBytes(32).toString('hex');
const place = (key: string) => path.join(new URL(app.services.config.STORAGE_URL).pathname, key);

async function store(key: string): Promise<void> {
  const local = path.join(tmpdir(), hash());
  await writeFile(local, `content of ${key}`);
  await app.services.storage.adopt(key, local);
}

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.sql.query('delete from models; delete from datasets; delete from notifications');
  await app.services.redis.del('rowcast:scrub');
  for (const folder of ['checksums', 'uploads', 'datasets', 'bundles', 'onnx', 'avatars'])
    await rm(place(folder), { recursive: true, force: true });
  user = await app.signIn();
  const { workspaceId } = user;
  const [sha256, bundle, onnx] = [hash(), hash(), hash()];
  datasetId = (await createDataset(app.sql, { workspaceId })).id;
  modelId = (await createModel(app.sql, { workspaceId })).id;
  await app.sql.query('update datasets set sha256 = $2 where id = $1', [datasetId, sha256]);
  await app.sql.query(
    `update models set status = 'ready', bundle_hash = $2, config = config || $3::jsonb where id = $1`,
    [modelId, bundle, JSON.stringify({ onnx: { sha256: onnx } })],
  );
  keys = {
    upload: objectKeys.upload(datasetId, sha256),
    table: objectKeys.table(datasetId),
    profile: objectKeys.profile(datasetId),
    bundle: objectKeys.bundle(bundle),
    onnx: objectKeys.onnx(onnx),
  };
  for (const key of Object.values(keys)) await store(key);
});

/** Two hours later, when nothing is being written any more. */
const scrubLater = () => {
  const clock = { now: () => new Date(Date.now() + 2 * 3_600_000) };
  return scrubAndReport({ ...app.services, clock });
};

const notifications = async () => {
  const { body } = await app.request.get('/api/v1/notifications').set(user.headers).expect(200);
  return body.notifications as { kind: string; path: string }[];
};

async function flip(key: string): Promise<void> {
  const content = await readFile(place(key));
  content[3] = (content[3] ?? 0) ^ 1;
  await writeFile(place(key), content);
}

test('an intact store is reported as such, and nobody is notified', async () => {
  expect(await scrubLater()).toEqual({ objects: 5, recorded: 0, damaged: [] });
  expect(await notifications()).toEqual([]);
});

const damages = {
  flipped: flip,
  truncated: (key: string) => truncate(place(key), 5),
  deleted: (key: string) => rm(place(key)),
  exchanged: async (key: string) => {
    await store('avatars/other.webp');
    await rename(place('avatars/other.webp'), place(key));
  },
};

test.each(Object.entries(damages))(
  'each kind of object that was %s is found, and its owner is notified',
  async (_, damage) => {
    for (const key of Object.values(keys)) await damage(key);
    const { damaged } = await scrubLater();
    expect(damaged.map(({ key }) => key).toSorted()).toEqual(Object.values(keys).toSorted());
    const sent = await notifications();
    expect(sent.map(({ kind }) => kind)).toEqual(['storage.damaged', 'storage.damaged']);
    expect(sent.map((each) => each.path).toSorted()).toEqual([
      expect.stringMatching(new RegExp(`/apis/.*/models/${modelId}$`)),
      expect.stringMatching(new RegExp(`/datasets/${datasetId}$`)),
    ]);
    await scrubLater();
    expect(await notifications()).toHaveLength(2);
    const { text: metrics } = await app.request.get('/metrics').expect(200);
    expect(metrics).toContain('rowcast_damaged_objects 5');
  },
);

test('objects without checksums get them; what is being written is left alone', async () => {
  await rm(place('checksums'), { recursive: true });
  expect(await scrubAndReport(app.services)).toEqual({ objects: 0, recorded: 0, damaged: [] });
  expect(await scrubLater()).toEqual({ objects: 5, recorded: 5, damaged: [] });
  await flip(keys.table);
  expect((await scrubLater()).damaged).toMatchObject([{ key: keys.table, owner: { version: 1 } }]);
});

test('records of deleted objects are removed', async () => {
  await app.sql.query('delete from models; delete from datasets');
  for (const key of Object.values(keys)) await rm(place(key));
  expect(await scrubLater()).toEqual({ objects: 0, recorded: 0, damaged: [] });
  for await (const left of app.services.storage.list('checksums/')) expect.unreachable(left.key);
});

test('a damaged table, bundle or archive is not downloaded', async () => {
  await flip(keys.table);
  await flip(keys.bundle);
  for (const file of [
    ...['csv', 'json', 'parquet'].map((format) => `datasets/${datasetId}/export?format=${format}`),
    `models/${modelId}/bundle`,
  ]) {
    const { body } = await app.request.get(`/api/v1/${file}`).set(user.headers).expect(500);
    expect(body.error.code).toBe('STORED_DATA_DAMAGED');
    expect(body.message).toMatch(/restore it from a backup/);
  }
});

test('the command lists what is damaged or missing, and with which exit code', {
  timeout: 60_000,
}, async () => {
  const program = () => {
    const { DATABASE_URL, STORAGE_URL } = app.services.config;
    const env = { ...process.env, DATABASE_URL, STORAGE_URL };
    return new Promise((resolve) =>
      execFile(process.execPath, ['src/scrub.ts'], { env }, (error, output) =>
        resolve({ code: error ? error.code : 0, output }),
      ),
    );
  };
  await rm(place(keys.bundle));
  expect(await program()).toEqual({
    code: 1,
    output: expect.stringMatching(new RegExp(`DAMAGED {2}${keys.bundle}: is missing .*/models/${modelId}`)),
  });
  await store(keys.bundle);
  expect(await program()).toEqual({ code: 0, output: expect.stringContaining('0 are damaged or missing') });
});
