import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import { addOpenJobs, endOpenJob } from '../harness/open-jobs.ts';
import { trainable } from './profiled-dataset.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('a workspace has at most fifty trainings open, however many start at once', async () => {
  const { user, apiId, datasetId } = await trainable(app);
  await addOpenJobs(app, user.workspaceId, 'train', 48);
  const train = (of = { user, apiId, datasetId }) =>
    app.request
      .post('/api/v1/models')
      .set(of.user.headers)
      .send({ apiId: of.apiId, datasetId: of.datasetId, targetColumn: 'bought' });
  const answers = await Promise.all(Array.from({ length: 4 }, () => train()));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body.error.code).toBe('TOO_MANY_TRAININGS');
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  const { body } = await app.request.get('/api/v1/models').set(user.headers).expect(200);
  expect(body.data).toHaveLength(2);

  // Others have places of their own.
  await train(await trainable(app)).expect(201);
  await endOpenJob(app, user.workspaceId, 'train');
  await train().expect(201);
  await train().expect(429);
});
