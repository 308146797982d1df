import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import { endOpenJob } from '../harness/open-jobs.ts';
import { trainable } from '../models/profiled-dataset.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('a workspace has at most eight look-throughs open, however many ask at once', async () => {
  const { user, datasetId } = await trainable(app);
  const targets = ['age', 'price', 'email', 'customer', 'country', 'notes', 'bought', 'plan'];
  const lint = (target?: string, headers = user.headers, id = datasetId) =>
    app.request
      .get(`/api/v1/datasets/${id}/lint`)
      .query(target ? { target } : {})
      .set(headers);
  const other = await trainable(app);
  const answers = await Promise.all([lint(), ...targets.map((target) => lint(target))]);
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array(8).fill(200), 429]);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body.error.code).toBe('TOO_MANY_LOOK_THROUGHS');
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);

  // Known and running checks are returned as before; other workspaces have their own slots.
  const granted = answers.findIndex(({ status }) => status === 200);
  await lint([undefined, ...targets][granted]).expect(200);
  await lint('age', other.user.headers, other.datasetId).expect(200);

  const missing = [undefined, ...targets][answers.findIndex(({ status }) => status === 429)];
  await endOpenJob(app, user.workspaceId, 'lint');
  await lint(missing).expect(200);
});
