import { startServices, type TestServices } from '@rowcast/testkit/services';
import { boosted } from '@rowcast/testkit/trainings';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { incomeTable, type Person, type Product, person, startProduct, until } from './product.ts';
import { startNode, startWorker } from './programs.ts';

let services: TestServices;
let product: Product;
let anna: Person;
let apiId: string;
let datasetId: string;

beforeAll(async () => {
  services = await startServices({ migrate: migrateDatabase });
  product = await startProduct({ addresses: services.addresses });
}, 90_000);
afterAll(async () => {
  await product?.close();
  await services?.stop();
});
beforeEach(async () => {
  anna = person(product.app, await product.app.signIn());
  apiId = await anna.createApi('Income');
  datasetId = await anna.upload(incomeTable());
  expect((await anna.dataset(datasetId)).status).toBe('ready');
});

/** Counted and not timed, and long enough to be killed in the middle. */
const largeForest = { modelType: 'custom', estimator: { name: 'random_forest', nEstimators: 600 } };

const train = (settings: object) => anna.train({ apiId, datasetId, targetColumn: 'income', ...settings });

const underWay = (modelId: string) =>
  until(async () => !['queued', 'starting'].includes((await anna.get(`/models/${modelId}`)).progress?.phase));

/** A training whose result nobody has applied yet: the jobs process was killed. */
async function endedUnseen(): Promise<string> {
  await product.jobs.kill('SIGKILL');
  const modelId = await train(boosted);
  const queue = product.app.services.queues.get('train');
  const { jobId } = (
    await product.app.sql.query('select job_id as "jobId" from models where id = $1', [modelId])
  ).rows[0];
  await until(async () => (await (await queue.getJob(jobId))?.getState()) === 'completed');
  return modelId;
}

/** One job, ended once, and one bundle. */
async function expectDoneOnce(modelId: string): Promise<void> {
  const { rows } = await product.app.sql.query('select state from jobs where subject_id = $1', [modelId]);
  expect(rows).toEqual([{ state: 'done' }]);
  const { data } = await anna.get(`/models?apiId=${apiId}`);
  expect(data.map(({ id }: { id: string }) => id)).toEqual([modelId]);
}

describe('a training is finished, once, although', { timeout: 120_000 }, () => {
  test('the worker is killed in the middle of it', async () => {
    const modelId = await train(largeForest);
    await underWay(modelId);
    await product.worker.kill('SIGKILL');
    product.worker = await startWorker(product.env);
    expect((await anna.model(modelId, 90)).status).toBe('ready');
    await expectDoneOnce(modelId);
  });

  test('everything in Redis is lost before a worker takes it', async () => {
    await product.worker.kill();
    const modelId = await train(boosted);
    await product.app.services.redis.flushall();
    product.worker = await startWorker(product.env);
    expect((await anna.model(modelId)).status).toBe('ready');
    await expectDoneOnce(modelId);
  });

  test('Redis is killed when it is asked for, and comes back later', async () => {
    await services.valkey.kill();
    const modelId = await train(boosted);
    expect((await anna.get(`/models/${modelId}`)).status).toBe('training');
    await services.valkey.start();
    expect((await anna.model(modelId)).status).toBe('ready');
    await expectDoneOnce(modelId);
  });

  test('the jobs process is killed and misses the result', async () => {
    const modelId = await endedUnseen();
    expect((await anna.get(`/models/${modelId}`)).status).toBe('training');
    product.jobs = await startNode('jobs.ts', product.env);
    expect((await anna.model(modelId)).status).toBe('ready');
    await expectDoneOnce(modelId);
  });
});

describe('a training that has ended already', { timeout: 120_000 }, () => {
  test('is a model when a person stops it', async () => {
    const modelId = await endedUnseen();
    await anna.post(`/models/${modelId}/stop`, {}, 202);
    product.jobs = await startNode('jobs.ts', product.env);
    expect((await anna.model(modelId)).status).toBe('ready');
    await expectDoneOnce(modelId);
  });

  test('makes no model when a person discards it', async () => {
    const modelId = await endedUnseen();
    const stopped = await anna.post(`/models/${modelId}/stop`, { mode: 'discard' }, 202);
    expect(stopped).toMatchObject({ stopRequested: true, stopMode: 'discard' });
    const again = await anna.post(`/models/${modelId}/stop`, { mode: 'keep_best' }, 202);
    expect(again.stopMode).toBe('discard');
    product.jobs = await startNode('jobs.ts', product.env);
    expect(await anna.model(modelId)).toMatchObject({
      status: 'cancelled',
      error: { code: 'TRAINING_CANCELLED' },
    });
  });
});

describe('a training ends when a person', { timeout: 60_000 }, () => {
  test('stops it: the best so far is kept', async () => {
    const modelId = await train({ timeBudgetSeconds: 60 });
    await until(async () =>
      (await anna.get(`/models/${modelId}`)).progress?.leaderboard.some(
        (entry: { status: string; estimator: string }) =>
          entry.status === 'done' && entry.estimator !== 'baseline',
      ),
    );
    await anna.post(`/models/${modelId}/stop`, {}, 202);
    const model = await anna.model(modelId, 30);
    expect(model).toMatchObject({ status: 'ready', stopRequested: true });
  });

  test('discards it', async () => {
    const modelId = await train({ timeBudgetSeconds: 60 });
    await underWay(modelId);
    await anna.post(`/models/${modelId}/stop`, { mode: 'discard' }, 202);
    expect(await anna.model(modelId, 30)).toMatchObject({
      status: 'cancelled',
      error: { code: 'TRAINING_CANCELLED' },
    });
  });

  test('deletes its dataset', async () => {
    const modelId = await train({ timeBudgetSeconds: 60 });
    await underWay(modelId);
    await product.app.request.delete(`/api/v1/datasets/${datasetId}`).set(anna.headers).expect(204);
    expect(await anna.get(`/models/${modelId}`)).toMatchObject({
      status: 'error',
      datasetId: null,
      error: { code: 'DATASET_GONE' },
    });
    const queue = product.app.services.queues.get('train');
    await until(async () => (await queue.getJobCountByTypes('active', 'waiting')) === 0, 20);
    expect((await anna.get(`/models/${modelId}`)).error.code).toBe('DATASET_GONE');
  });
});
