import { queuePrefix } from '@rowcast/contracts';
import { Worker } from 'bullmq';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openJobsAfter } from '../../src/db/jobs.repository.ts';
import { handlersByQueue, jobHandlers, reconcile } from '../../src/features/jobs/index.ts';
import { transact } from '../../src/platform/db/unit-of-work.ts';
import type { JobHandler } from '../../src/platform/queue/job-handler.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { profiledDataset } from '../models/profiled-dataset.ts';

let app: TestApp;
let user: SignedIn;
beforeAll(async () => {
  app = await startApp();
  user = await app.signIn();
});
afterAll(() => app.close());

/** Some seconds later, since fresh jobs are left to their producer. */
const later = { now: () => new Date(Date.now() + 10_000) };
const reconcileLater = (handlers = jobHandlers) =>
  reconcile({ ...app.services, clock: later }, handlersByQueue(handlers));
const stateOf = async (id: string) =>
  (await app.sql.query('select state from jobs where id = $1', [id])).rows[0].state;

async function training(): Promise<{ modelId: string; jobId: string }> {
  const api = await app.request.post('/api/v1/apis').set(user.headers).send({ name: 'An API' }).expect(201);
  const datasetId = await profiledDataset(app, user.workspaceId);
  const body = { apiId: api.body.id, datasetId, targetColumn: 'bought' };
  const model = await app.request.post('/api/v1/models').set(user.headers).send(body).expect(201);
  const { rows } = await app.sql.query('select id from jobs where subject_id = $1', [model.body.id]);
  return { modelId: model.body.id, jobId: rows[0].id };
}

test('a job that is missing in the queue is put back with what its row says', async () => {
  const { jobId } = await training();
  const queue = app.services.queues.get('train');
  const before = await queue.getJob(jobId);
  await before?.remove();
  await reconcileLater();
  expect((await queue.getJob(jobId))?.data).toEqual(before?.data);
});

test('what jobs carry is not read for those that are where they should be', async () => {
  const { jobId } = await training();
  const open = await openJobsAfter(app.services.db, '', 500);
  const [row] = open.filter(({ id }) => id === jobId);
  expect(row).toMatchObject({ queue: 'train', state: 'waiting' });
  expect(row).not.toHaveProperty('payload');
});

test('a job whose row has ended is taken out of the queue', async () => {
  const { jobId } = await training();
  await app.sql.query(`update jobs set state = 'cancelled' where id = $1`, [jobId]);
  await reconcileLater();
  expect(await app.services.queues.get('train').getJob(jobId)).toBeUndefined();
});

test('a job that ends and is taken out while it is looked for is not put back', async () => {
  const { jobId } = await training();
  const { queues } = app.services;
  const queue = queues.get('train');
  /** Between the row and the queue, its outcome is applied. */
  const getJob = async (id: string) => {
    if (id === jobId) {
      await app.sql.query(`update jobs set state = 'done', finished_at = now() where id = $1`, [id]);
      await (await queue.getJob(id))?.remove();
    }
    return queue.getJob(id);
  };
  const busy = {
    ...queues,
    get: (name: Parameters<typeof queues.get>[0]) =>
      name === 'train' ? Object.assign(Object.create(queue), { getJob }) : queues.get(name),
  };
  const added: string[] = [];
  const add: typeof queues.add = async (job) => {
    added.push(job.id);
    await queues.add(job);
  };
  await reconcile({ ...app.services, clock: later, queues: { ...busy, add } }, handlersByQueue(jobHandlers));
  expect(added).not.toContain(jobId);
});

test('a stop request that never reached Redis takes effect', async () => {
  const { jobId, modelId } = await training();
  await app.sql.query(`update jobs set stop_mode = 'keep_best' where id = $1`, [jobId]);
  await reconcileLater();
  const { body } = await app.request.get(`/api/v1/models/${modelId}`).set(user.headers).expect(200);
  expect(body).toMatchObject({ status: 'cancelled', error: { code: 'TRAINING_CANCELLED' } });
});

test('a result is applied once, also if its last event cannot be published', async () => {
  const applied: string[] = [];
  const counting: JobHandler = {
    queue: 'mail',
    progressed: () => Promise.reject(new Error('nobody can be reported')),
    async succeeded(_services, _unit, job) {
      applied.push(job.id);
    },
  };
  const id = await transact(app.services, ({ enqueue }) =>
    enqueue('mail', { workspaceId: null, subjectId: 'mail_none' }, { mailId: 'mail_none' }),
  );
  const worker = new Worker('mail', async () => 'delivered', {
    connection: { url: app.services.config.REDIS_URL },
    prefix: queuePrefix,
  });
  await expect
    .poll(async () => (await app.services.queues.get('mail').getJob(id))?.getState())
    .toBe('completed');
  await worker.close();
  const rest = jobHandlers.filter(({ queue }) => queue !== 'mail');
  await Promise.all(Array.from({ length: 5 }, () => reconcileLater([...rest, counting])));
  expect(applied).toEqual([id]);
  expect(await stateOf(id)).toBe('done');
});

test('a job whose result cannot be applied holds up no other', async () => {
  const { jobId: orphan } = await training();
  const { jobId: broken } = await training();
  await app.sql.query(`update jobs set state = 'cancelled' where id = $1`, [orphan]);
  await app.sql.query(`update jobs set stop_mode = 'discard' where id = $1`, [broken]);
  const failing = jobHandlers.map(
    (handler): JobHandler =>
      handler.queue === 'train'
        ? { ...handler, cancelled: () => Promise.reject(new Error('no room')) }
        : handler,
  );
  await expect(reconcileLater(failing)).rejects.toThrow('no room');
  expect(await app.services.queues.get('train').getJob(orphan)).toBeUndefined();
  expect(await stateOf(broken)).toBe('waiting');
  await reconcileLater();
  expect(await stateOf(broken)).toBe('cancelled');
});

test('a queue that can not be looked after holds up none of those after it', async () => {
  const { jobId } = await training();
  await app.sql.query(`update jobs set state = 'cancelled' where id = $1`, [jobId]);
  const { queues } = app.services;
  const forgetNews: typeof queues.forgetNews = (name) =>
    name === 'pull' ? Promise.reject(new Error('no way there')) : queues.forgetNews(name);
  const services = { ...app.services, clock: later, queues: { ...queues, forgetNews } };
  await expect(reconcile(services, handlersByQueue(jobHandlers))).rejects.toThrow('no way there');
  expect(await queues.get('train').getJob(jobId)).toBeUndefined();
});

test('a training whose every attempt crashed ends by name', async () => {
  const { jobId, modelId } = await training();
  const worker = new Worker('train', async () => Promise.reject(new Error('/secret/path exploded')), {
    connection: { url: app.services.config.REDIS_URL },
    prefix: queuePrefix,
  });
  const queue = app.services.queues.get('train');
  await expect.poll(async () => (await queue.getJob(jobId))?.getState(), { timeout: 15_000 }).toBe('failed');
  await worker.close();
  await reconcileLater();
  const { body } = await app.request.get(`/api/v1/models/${modelId}`).set(user.headers).expect(200);
  expect(body).toMatchObject({ status: 'error', error: { code: 'TRAINING_CRASHED' } });
  expect(JSON.stringify(body)).not.toContain('exploded');
  expect(await stateOf(jobId)).toBe('failed');
});
