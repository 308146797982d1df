import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import { addOpenJobs, endOpenJob } from '../harness/open-jobs.ts';
import { trainable } from './profiled-dataset.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { WORKSPACE_TRAINING_HOURS: '30' } });
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

test('the time budgets of open trainings are limited together, and the error names what is left', async () => {
  const { user, apiId, datasetId } = await trainable(app);
  const train = (timeBudgetSeconds: number) =>
    app.request
      .post('/api/v1/models')
      .set(user.headers)
      .send({ apiId, datasetId, targetColumn: 'bought', timeBudgetSeconds });
  const { body: model } = await train(86_400).expect(201);
  const refused = await train(7 * 3_600).expect(429);
  expect(refused.body).toMatchObject({
    error: { code: 'TRAINING_HOURS_EXCEEDED' },
    fields: [{ field: 'timeBudgetSeconds' }],
  });
  expect(refused.body.message).toContain('take 24 of the 30 hours');
  await train(6 * 3_600).expect(201);
  // What is stopped no longer counts.
  await app.request.post(`/api/v1/models/${model.id}/stop`).set(user.headers).send({}).expect(202);
  await train(7 * 3_600).expect(201);
});
