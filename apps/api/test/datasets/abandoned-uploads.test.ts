import { createDataset } from '@rowcast/testkit/factories';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { handlersByQueue, jobHandlers, reconcile } from '../../src/features/jobs/index.ts';
import { objectKeys } from '../../src/platform/storage/object-keys.ts';
import { objects, put } from '../account/stored.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let user: SignedIn;
beforeAll(async () => {
  app = await startApp();
  user = await app.signIn();
});
afterAll(() => app.close());
afterEach(() => vi.restoreAllMocks());

const reconcileIn = (seconds: number) => {
  const clock = { now: () => new Date(Date.now() + seconds * 1_000) };
  return reconcile({ ...app.services, clock }, handlersByQueue(jobHandlers));
};
const get = async (id: string) => (await app.request.get(`/api/v1/datasets/${id}`).set(user.headers)).body;
const seenAt = async () =>
  (await app.sql.query(`select upload_seen_at as at from datasets where status = 'uploading'`)).rows[0]?.at;

/** An upload over HTTP whose file is stored only once `release` is called. */
function startUpload() {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const adopt = app.services.storage.adopt.bind(app.services.storage);
  vi.spyOn(app.services.storage, 'adopt').mockImplementation((key, file) =>
    held.then(() => adopt(key, file)),
  );
  const response = app.request
    .post('/api/v1/datasets/upload')
    .set(user.headers)
    .attach('file', Buffer.from('a,b\n1,2\n'), 'table.csv')
    .then((answer) => answer);
  return { response, release };
}
const uploading = async () =>
  (await app.sql.query(`select id from datasets where status = 'uploading'`)).rows[0]?.id;

test('an upload whose process was killed is failed, and what it stored is deleted', async () => {
  const { workspaceId } = user;
  const { id } = await createDataset(app.sql, { workspaceId, status: 'uploading' });
  const { id: waiting } = await createDataset(app.sql, { workspaceId, status: 'uploading' });
  await app.sql.query(`update datasets set sealed_source = 'an address' where id = $1`, [waiting]);
  await app.sql.query('update datasets set uploaded_at = now() where id = any($1)', [[id, waiting]]);
  await put(app, objectKeys.upload(id, 'a'.repeat(64)), 'half of it');
  await reconcileIn(10);
  expect((await get(id)).status).toBe('uploading');
  await reconcileIn(20);
  expect(await get(id)).toMatchObject({ status: 'error', error: { code: 'UPLOAD_ABORTED' } });
  expect((await objects(app)).filter((key) => key.startsWith(objectKeys.uploadFolder(id)))).toEqual([]);
  const entries = await app.services.redis.xrange(`events:${workspaceId}`, '-', '+');
  expect(entries.map(([, [, json = '']]) => JSON.parse(json))).toContainEqual({
    type: 'dataset.changed',
    datasetId: id,
    apiId: null,
    status: 'error',
  });
  // A URL that is still to be fetched has a job.
  expect((await get(waiting)).status).toBe('uploading');
  await app.sql.query('delete from datasets where id = $1', [waiting]);
});

test('an upload that takes long is left alone while its process stores it', async () => {
  const { response, release } = startUpload();
  await expect.poll(seenAt, { timeout: 6_000 }).toBeInstanceOf(Date);
  await app.sql.query(
    `update datasets set uploaded_at = now() - interval '1 hour' where status = 'uploading'`,
  );
  await reconcileIn(10);
  release();
  const { status, body } = await response;
  expect([status, body.status]).toEqual([201, 'processing']);
});

test('an upload that was given up does not come back', async () => {
  const { response, release } = startUpload();
  await expect.poll(uploading).toBeTruthy();
  const id = await uploading();
  await reconcileIn(60);
  release();
  const { status, body } = await response;
  expect([status, body.error.code]).toEqual([400, 'UPLOAD_ABORTED']);
  expect((await app.sql.query('select 1 from jobs where subject_id = $1', [id])).rows).toEqual([]);
  expect((await objects(app)).filter((key) => key.startsWith(objectKeys.uploadFolder(id)))).toEqual([]);
});
