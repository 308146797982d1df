import type { LearnedModels } from '@rowcast/contracts';
import { createApi, createDataset, createDeployment, createModel } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let user: SignedIn;
let dataset: { id: string };
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await app.signIn();
  dataset = await createDataset(app.sql, { workspaceId: user.workspaceId });
});

async function learn(apiId: string, version: number, status: string, datasetId = dataset.id) {
  const { id } = await createModel(app.sql, { workspaceId: user.workspaceId, apiId, version });
  await app.sql.query('update models set dataset_id = $2, status = $3 where id = $1', [
    id,
    datasetId,
    status,
  ]);
  return id;
}

const models = async (id = dataset.id, as = user): Promise<LearnedModels> =>
  (await app.request.get(`/api/v1/datasets/${id}/models`).set(as.headers).expect(200)).body;

describe('the models of a dataset', () => {
  test('are those that learned from it, of every API, the deployed one first', async () => {
    const one = await createApi(app.sql, { workspaceId: user.workspaceId, name: 'Churn' });
    const other = await createApi(app.sql, { workspaceId: user.workspaceId, name: 'Retention' });
    const elsewhere = await createDataset(app.sql, { workspaceId: user.workspaceId });
    const deployed = await learn(one.id, 1, 'ready');
    await learn(one.id, 2, 'error');
    await learn(one.id, 3, 'ready', elsewhere.id);
    const ready = await learn(other.id, 1, 'ready');
    const training = await learn(other.id, 2, 'training');
    await createDeployment(app.sql, { workspaceId: user.workspaceId, apiId: one.id, modelId: deployed });

    const { data, ...counted } = await models();
    expect(counted).toEqual({ total: 3, deployed: 1 });
    expect(data.map(({ id, apiName, deployed: live, status }) => [id, apiName, live, status])).toEqual([
      [deployed, 'Churn', true, 'ready'],
      [training, 'Retention', false, 'training'],
      [ready, 'Retention', false, 'ready'],
    ]);
  });

  test('are empty before a training, and limited to a hundred with the full count', async () => {
    expect(await models()).toEqual({ data: [], total: 0, deployed: 0 });
    const { id } = await createApi(app.sql, { workspaceId: user.workspaceId });
    for (let version = 1; version <= 101; version++) await learn(id, version, 'ready');
    const { data, total } = await models();
    expect([data.length, total]).toEqual([100, 101]);
  });

  test('of another workspace are not found', async () => {
    const stranger = await app.signIn();
    await app.request.get(`/api/v1/datasets/${dataset.id}/models`).set(stranger.headers).expect(404);
  });

  test('stay when it is deleted', async () => {
    const { id } = await createApi(app.sql, { workspaceId: user.workspaceId });
    const model = await learn(id, 1, 'ready');
    await app.request.delete(`/api/v1/datasets/${dataset.id}`).set(user.headers).expect(204);
    const { body } = await app.request.get(`/api/v1/models/${model}`).set(user.headers).expect(200);
    expect(body.status).toBe('ready');
  });
});
