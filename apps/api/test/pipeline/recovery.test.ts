import { fileURLToPath } from 'node:url';
import { startServices, type TestServices } from '@rowcast/testkit/services';
import { seedIncome } from '@rowcast/testkit/trained';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { type Person, type Product, person, startProduct, until } from './product.ts';
import { startNode, startWorker } from './programs.ts';

let services: TestServices;
let product: Product;

beforeAll(async () => {
  services = await startServices({ migrate: migrateDatabase });
  product = await startProduct({ addresses: services.addresses });
}, 90_000);
afterAll(async () => {
  await product?.close();
  await services?.stop();
});

const linear = { modelType: 'custom', estimator: { name: 'linear' } };
/** Counted and not timed, and long enough to be stopped in the middle. */
const forest = (nEstimators: number) => ({
  modelType: 'custom',
  estimator: { name: 'random_forest', nEstimators },
});

interface Training {
  anna: Person;
  datasetId: string;
  modelId: string;
  /** The model as it is now. */
  now(): ReturnType<Person['get']>;
  /** The model once its training has ended. */
  ended(seconds?: number): ReturnType<Person['model']>;
  stop(body: object): ReturnType<Person['post']>;
}

/** A training by a person of its own, whose table has been read. */
async function begin(settings: object): Promise<Training> {
  const { app, env } = product;
  const user = await app.signIn();
  const anna = person(app, user);
  const apiId = await anna.createApi('Income');
  const objects = fileURLToPath(env.STORAGE_URL ?? '');
  const datasetId = await seedIncome({ db: app.sql, objects, workspaceId: user.workspaceId, apiId });
  const modelId = await anna.train({ apiId, datasetId, targetColumn: 'income', ...settings });
  return {
    anna,
    datasetId,
    modelId,
    now: () => anna.get(`/models/${modelId}`),
    ended: (seconds) => anna.model(modelId, seconds),
    stop: (body) => anna.post(`/models/${modelId}/stop`, body, 202),
  };
}

const underWay = ({ now }: Training) =>
  until(async () => !['queued', 'starting'].includes((await now()).progress?.phase));

/** Whether a worker has trained it, be the result applied or not. */
async function isTrained({ modelId }: Training): Promise<boolean> {
  const { rows } = await product.app.sql.query('select job_id as id from models where id = $1', [modelId]);
  const job = await product.app.services.queues.get('train').getJob(rows[0].id);
  return (await job?.getState()) === 'completed';
}

/** One job, ended once, and one model. */
async function expectDoneOnce({ anna, modelId, ended }: Training, seconds?: number): Promise<void> {
  const { status, apiId } = await ended(seconds);
  expect(status).toBe('ready');
  const { rows } = await product.app.sql.query('select state from jobs where subject_id = $1', [modelId]);
  expect(rows).toEqual([{ state: 'done' }]);
  const { data } = await anna.get(`/models?apiId=${apiId}`);
  expect(data.map(({ id }: { id: string }) => id)).toEqual([modelId]);
}

describe('a training is finished, once, although', { timeout: 120_000 }, () => {
  test('the worker is killed in the middle of it', async () => {
    const training = await begin(forest(120));
    await underWay(training);
    await product.worker.kill('SIGKILL');
    expect(await isTrained(training)).toBe(false);
    product.worker = await startWorker(product.env);
    await expectDoneOnce(training, 90);
  });

  test('everything in Redis is lost before a worker takes it', async () => {
    await product.worker.kill();
    const training = await begin(linear);
    await product.app.services.redis.flushall();
    product.worker = await startWorker(product.env);
    await expectDoneOnce(training);
  });

  test('Redis is killed when it is asked for, and comes back later', async () => {
    await services.valkey.kill();
    const training = await begin(linear);
    expect((await training.now()).status).toBe('queued');
    await services.valkey.start();
    await expectDoneOnce(training);
  });
});

describe('a training that ended while the jobs process was dead', { timeout: 120_000 }, () => {
  let left: Training;
  let stopped: Training;
  let discarded: Training;

  beforeAll(async () => {
    await product.jobs.kill('SIGKILL');
    // Each is handed out by the api process, when the one before has left its slot.
    const trained = async () => {
      const training = await begin(linear);
      await until(() => isTrained(training));
      return training;
    };
    [left, stopped, discarded] = [await trained(), await trained(), await trained()];
    expect((await left.now()).status).toBe('queued');
    await stopped.stop({});
    expect(await discarded.stop({ mode: 'discard' })).toMatchObject({
      stopRequested: true,
      stopMode: 'discard',
    });
    expect((await discarded.stop({ mode: 'keep_best' })).stopMode).toBe('discard');
    product.jobs = await startNode('jobs.ts', product.env);
  }, 120_000);

  test('is a model, made once', () => expectDoneOnce(left));

  test('is a model when a person stopped it meanwhile', () => expectDoneOnce(stopped));

  test('makes no model when a person discarded it meanwhile', async () => {
    expect(await discarded.ended()).toMatchObject({
      status: 'cancelled',
      error: { code: 'TRAINING_CANCELLED' },
    });
  });
});

test('a training starts in the next free slot, although another workspace has queued more', async () => {
  const first = await begin(forest(600));
  await underWay(first);
  const { anna, datasetId, now } = first;
  const { apiId } = await now();
  const queued: string[] = [];
  for (let more = 0; more < 5; more += 1)
    queued.push(await anna.train({ apiId, datasetId, targetColumn: 'income', ...forest(600) }));
  const other = await begin(linear);
  expect(await other.now()).toMatchObject({ status: 'queued', queue: { position: 1 } });
  await first.stop({ mode: 'discard' });
  expect((await other.ended()).status).toBe('ready');
  // One of the five may have begun by now.
  const statuses = await Promise.all(queued.map(async (id) => (await anna.get(`/models/${id}`)).status));
  expect(statuses.filter((status) => status === 'queued').length).toBeGreaterThanOrEqual(4);
  for (const id of queued.toReversed()) await anna.post(`/models/${id}/stop`, { mode: 'discard' }, 202);
  for (const id of queued) expect((await anna.model(id)).status).toBe('cancelled');
}, 90_000);

describe('a training ends when a person', { timeout: 60_000 }, () => {
  test('stops it: the best so far is kept', async () => {
    const training = await begin({ timeBudgetSeconds: 60 });
    await until(async () =>
      (await training.now()).progress?.leaderboard.some(
        (entry: { status: string; estimator: string }) =>
          entry.status === 'done' && entry.estimator !== 'baseline',
      ),
    );
    await training.stop({});
    expect(await training.ended(30)).toMatchObject({ status: 'ready', stopRequested: true });
  });

  test('discards it', async () => {
    const training = await begin(forest(600));
    await underWay(training);
    await training.stop({ mode: 'discard' });
    expect(await training.ended(30)).toMatchObject({
      status: 'cancelled',
      error: { code: 'TRAINING_CANCELLED' },
    });
  });

  test('deletes its dataset', async () => {
    const training = await begin(forest(600));
    await underWay(training);
    const { anna, datasetId } = training;
    await product.app.request.delete(`/api/v1/datasets/${datasetId}`).set(anna.headers).expect(204);
    expect(await training.now()).toMatchObject({
      status: 'error',
      datasetId: null,
      error: { code: 'DATASET_GONE' },
    });
    const queue = product.app.services.queues.get('train');
    await until(async () => (await queue.getJobCountByTypes('active', 'waiting')) === 0, 20);
    expect((await training.now()).error.code).toBe('DATASET_GONE');
  });
});
