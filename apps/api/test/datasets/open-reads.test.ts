import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import { addOpenJobs, endOpenJob } from '../harness/open-jobs.ts';
import { trainable } from '../models/profiled-dataset.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('a workspace has at most fifty tables open that are to be fetched or read', async () => {
  const { user, datasetId } = await trainable(app);
  await app.sql.query('update datasets set sha256 = $2 where id = $1', [datasetId, 'a'.repeat(64)]);
  await addOpenJobs(app, user.workspaceId, 'pull', 25);
  await addOpenJobs(app, user.workspaceId, 'ingest', 25);
  const upload = ({ headers } = user) =>
    app.request
      .post('/api/v1/datasets/upload')
      .set(headers)
      .attach('file', Buffer.from('a,b\n1,2\n'), 't.csv');
  const requests = {
    upload,
    pull: () =>
      app.request
        .post('/api/v1/datasets/pull')
        .set(user.headers)
        .send({ source: 'https://93.184.215.14/t.csv' }),
    version: () =>
      app.request
        .post(`/api/v1/datasets/${datasetId}/versions`)
        .set(user.headers)
        .send({ recipe: [{ op: 'deduplicate' }] }),
  };
  const ids = async () => {
    const { body } = await app.request.get('/api/v1/datasets').set(user.headers).expect(200);
    return body.data.map(({ id }: { id: string }) => id);
  };
  for (const ask of Object.values(requests)) {
    const { body, headers } = await ask().expect(429);
    expect(body.error.code).toBe('TOO_MANY_READS');
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  // Nothing is left of what was refused.
  expect(await ids()).toEqual([datasetId]);
  expect(await readdir(app.services.storage.stagingFolder)).toEqual([]);

  const other = await trainable(app);
  await upload(other.user).expect(201);
  await endOpenJob(app, user.workspaceId, 'pull');
  await upload().expect(201);
  await upload().expect(429);
});
