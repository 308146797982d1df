import { createDataset } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { datasetRepository } from '../../src/features/datasets/index.ts';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('the first rows are read for the preview only', async () => {
  const { workspaceId, headers } = await app.signIn();
  const { id } = await createDataset(app.sql, { workspaceId });
  const preview = { columns: ['age', 'plan'], rows: [['31', null]] };
  await app.sql.query('update datasets set preview = $2 where id = $1', [id, JSON.stringify(preview)]);
  const { body } = await app.request.get(`/api/v1/datasets/${id}/preview`).set(headers).expect(200);
  expect(body).toEqual(preview);
  const { find, lock } = datasetRepository(app.services.db, workspaceId);
  for (const row of [await find(id), await lock(id)]) {
    expect(row).toMatchObject({ id, profile: null });
    expect(row).not.toHaveProperty('preview');
  }
});
