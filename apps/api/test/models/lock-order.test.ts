import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import { waitingForLocks } from '../harness/locks.ts';
import { trainable } from './profiled-dataset.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test.each([
  ['stopping a training', 'post', ({ modelId }) => `models/${modelId}/stop`, 409],
  ['deleting its model', 'delete', ({ modelId }) => `models/${modelId}`, 204],
  ['deleting its dataset', 'delete', ({ datasetId }) => `datasets/${datasetId}`, 204],
  ['deleting its API', 'delete', ({ apiId }) => `apis/${apiId}`, 204],
] satisfies [
  string,
  'post' | 'delete',
  (ids: { modelId: string; datasetId: string; apiId: string }) => string,
  number,
][])('%s waits until its outcome is applied', async (_, method, pathOf, status) => {
  const { user, apiId, datasetId } = await trainable(app);
  const { body: model } = await app.request
    .post('/api/v1/models')
    .set(user.headers)
    .send({ apiId, datasetId, targetColumn: 'bought' })
    .expect(201);
  const jobs = await app.sql.connect();
  try {
    await jobs.query('begin');
    await jobs.query(`update jobs set state = 'done', finished_at = now() where subject_id = $1`, [model.id]);
    const path = pathOf({ modelId: model.id, datasetId, apiId });
    const answered = app.request[method](`/api/v1/${path}`)
      .set(user.headers)
      .then((answer) => answer);
    await expect.poll(() => waitingForLocks(app)).toBe(1);
    await jobs.query(`update models set status = 'ready', finished_at = now() where id = $1`, [model.id]);
    await jobs.query('commit');
    expect((await answered).status).toBe(status);
  } finally {
    jobs.release();
  }
});
