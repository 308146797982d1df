import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { incomeTable, type Person, type Product, person, startProduct } from './product.ts';

let product: Product;
let anna: Person;
let apiId: string;
let datasetId: string;
let modelId: string;
let key: string;

beforeAll(async () => {
  product = await startProduct();
  anna = person(product.app, await product.app.signIn());
}, 60_000);
afterAll(() => product?.close());

const predict = (body: object | string, type = 'application/json') =>
  product.app.request
    .post(`/api/v1/predict/${apiId}`)
    .set('authorization', `Bearer ${key}`)
    .type(type)
    .send(body);

describe('from a table to an answer', () => {
  test('a table is read and profiled', async () => {
    apiId = await anna.createApi('Income');
    datasetId = await anna.upload(incomeTable());
    const dataset = await anna.dataset(datasetId);
    expect(dataset).toMatchObject({ status: 'ready', rows: 200, columns: 4, error: null });
    expect(dataset.profile?.columns.map(({ name }) => name)).toEqual(['age', 'city', 'hours', 'income']);
    const preview = await anna.get(`/datasets/${datasetId}/preview`);
    expect(preview.columns).toEqual(['age', 'city', 'hours', 'income']);
    expect(preview.rows.length).toBeGreaterThan(5);
  });

  test('a model is trained and reported', async () => {
    modelId = await anna.train({ apiId, datasetId, targetColumn: 'income', timeBudgetSeconds: 5 });
    const model = await anna.model(modelId);
    expect(model).toMatchObject({ status: 'ready', version: 1, task: 'binary', error: null });
    expect(model.report?.target).toBe('income');
    expect(model.score).toBe(model.report?.score.value);
    expect(model.progress?.leaderboard.length).toBeGreaterThan(0);
  });

  test('the model is deployed, gets a key and answers', async () => {
    await product.app.request.post(`/api/v1/models/${modelId}/deploy`).expect(401);
    const deployment = await anna.post(`/models/${modelId}/deploy`, {}, 200);
    expect(deployment).toMatchObject({ status: 'live', modelVersion: 1 });
    key = (await anna.createKey(apiId)).key;
    const { body } = await predict({
      instances: [
        { age: 60, city: 'Delhi', hours: 50 },
        { age: 21, city: 'Goa', hours: 20 },
      ],
    }).expect(200);
    expect(body.model).toEqual({ version: 'v1' });
    expect(body.predictions.map((each: { prediction: string }) => each.prediction)).toEqual(['high', 'low']);
    expect(body.id).toMatch(/^prd_/);
  });
});
