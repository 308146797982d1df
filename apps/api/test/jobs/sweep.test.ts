import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createDataset, createModel, createWorkspace } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweep } from '../../src/features/jobs/index.ts';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const hour = 3_600_000;
const randomHash = () => randomBytes(32).toString('hex');

/** Puts a file into the store as if it had been written some hours ago. */
async function put(key: string, hoursAgo: number): Promise<void> {
  const file = path.join(new URL(app.services.config.STORAGE_URL).pathname, key);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, 'content');
  const then = new Date(Date.now() - hoursAgo * hour);
  await utimes(file, then, then);
}

test('what nothing refers to goes, once it is old; what is used or young stays', async () => {
  const workspaceId = (await createWorkspace(app.sql)).id;
  const kept = (await createDataset(app.sql, { workspaceId })).id;
  const model = await createModel(app.sql, { workspaceId });
  const [used, unused, young] = [randomHash(), randomHash(), randomHash()];
  await app.sql.query('update models set bundle_hash = $2 where id = $1', [model.id, used]);
  const { userId } = await app.signIn();
  const picture = 'a'.repeat(32);
  await app.sql.query('update users set avatar_key = $2 where id = $1', [userId, `avatars/${picture}.webp`]);
  const stay = [
    [`uploads/${kept}/aa`, 100],
    [`datasets/${kept}/table.parquet`, 100],
    [`uploads/ds_young/aa`, 0.5],
    [`bundles/${used}.rowcast`, 100],
    [`bundles/${young}.rowcast`, 0.5],
    [`avatars/${picture}.webp`, 100],
    ['avatars/young.webp', 0.5],
    ['archives/arc_young.zip', 0.5],
    ['.staging/young', 0.1],
  ] as const;
  const go = [
    ['uploads/ds_gone/aa', 2],
    ['datasets/ds_gone/table.parquet', 7],
    [`bundles/${unused}.rowcast`, 25],
    ['avatars/nobodys.webp', 2],
    ['archives/arc_expired.zip', 2],
    ['.staging/killed', 2],
  ] as const;
  for (const [key, hoursAgo] of [...stay, ...go]) await put(key, hoursAgo);

  await sweep(app.services);

  const root = new URL(app.services.config.STORAGE_URL).pathname;
  const files = (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
  expect(files.sort()).toEqual(stay.map(([key]) => key).sort());
});

test('a step that fails keeps no other from its work: the log gets its days', async () => {
  const tomorrow = new Date(Date.now() + 24 * hour).toISOString().slice(0, 10).replaceAll('-', '');
  await app.sql.query(`drop table if exists request_log_${tomorrow}`);
  const { stagingFolder } = app.services.storage;
  await rename(stagingFolder, `${stagingFolder}-aside`);
  await put('avatars/another.webp', 2);
  await expect(sweep(app.services)).rejects.toThrow();
  await rename(`${stagingFolder}-aside`, stagingFolder);
  const root = new URL(app.services.config.STORAGE_URL).pathname;
  expect(await readdir(path.join(root, 'avatars'))).not.toContain('another.webp');
  const { rows } = await app.sql.query('select to_regclass($1) is not null as made', [
    `request_log_${tomorrow}`,
  ]);
  expect(rows).toEqual([{ made: true }]);
});

test('a bundle stays while a training runs that may have written it, and goes after', async () => {
  const { id: workspaceId } = await createWorkspace(app.sql);
  const hash = randomHash();
  const jobId = `job_${hash.slice(0, 20)}`;
  await app.sql.query(
    `insert into jobs (id, workspace_id, queue, subject_id, payload, state, created_at)
     values ($1, $2, 'train', 'mdl_none', '{}', 'waiting', now() - interval '9 hours')`,
    [jobId, workspaceId],
  );
  await put(`bundles/${hash}.rowcast`, 8);
  const isThere = () => app.services.storage.exists(`bundles/${hash}.rowcast`);
  await sweep(app.services);
  expect(await isThere()).toBe(true);
  await app.sql.query(`update jobs set state = 'done', finished_at = now() where id = $1`, [jobId]);
  await sweep(app.services);
  expect(await isThere()).toBe(false);
});

test('what comes into use while the sweep runs stays', async () => {
  const { id: workspaceId } = await createWorkspace(app.sql);
  const { id: modelId } = await createModel(app.sql, { workspaceId });
  const [referred, rewritten, unused] = [randomHash(), randomHash(), randomHash()];
  for (const hash of [referred, rewritten, unused]) await put(`bundles/${hash}.rowcast`, 100);
  const { storage } = app.services;
  const busy = {
    ...storage,
    /** After the sweep has listed objects and references, one model gets a bundle and another is rewritten. */
    async *list(prefix: string) {
      if (/^bundles\/./.test(prefix)) {
        await app.sql.query('update models set bundle_hash = $2 where id = $1', [modelId, referred]);
        await put(`bundles/${rewritten}.rowcast`, 0);
      }
      yield* storage.list(prefix);
    },
  };
  await sweep({ ...app.services, storage: busy });
  const left = await Promise.all(
    [referred, rewritten, unused].map((hash) => storage.exists(`bundles/${hash}.rowcast`)),
  );
  expect(left).toEqual([true, true, false]);
});
