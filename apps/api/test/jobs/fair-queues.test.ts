import { type QueueName, queuePrefix, type queues } from '@rowcast/contracts';
import { Worker } from 'bullmq';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '../../src/features/jobs/index.ts';
import { listen } from '../../src/features/jobs/queue-events.ts';
import { transact } from '../../src/platform/db/unit-of-work.ts';
import type { JobHandler } from '../../src/platform/queue/job-handler.ts';
import { slotReport } from '../../src/platform/queue/slots.ts';
import { openServices } from '../../src/platform/services.ts';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let hog: string;
let other: string;
beforeAll(async () => {
  app = await startApp({ ownWorkers: true });
  [hog, other] = [(await app.signIn()).workspaceId, (await app.signIn()).workspaceId];
});
afterAll(() => app.close());

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  await app.sql.query(`update jobs set state = 'cancelled', finished_at = now() where state = 'waiting'`);
  await app.sql.query('delete from job_shares');
  await app.services.redis.flushdb();
});

type Queue = keyof typeof queues;

/** Jobs that the handlers of this test do not read. */
function enqueue(queue: Queue, workspaceId: string | null, name: string, costSeconds?: number) {
  const subject = { workspaceId, subjectId: name };
  return transact(app.services, (unit) => unit.enqueue(queue, subject, { name } as never, costSeconds));
}
const enqueueAll = (queue: Queue, workspaceId: string, count: number, costSeconds?: number) =>
  Promise.all(
    Array.from({ length: count }, (_, at) =>
      enqueue(queue, workspaceId, `${workspaceId}:${at}`, costSeconds),
    ),
  );

/** A worker with so many slots, whose jobs run until they are let go. */
async function startWorker(queue: QueueName, slots: number) {
  const report = slotReport(app.services.redis, { [queue]: slots });
  await report.renew();
  const started: { name: string; end: () => void }[] = [];
  const worker = new Worker(
    queue,
    (job) => new Promise((resolve) => started.push({ name: job.data.name, end: () => resolve({}) })),
    { connection: { url: app.services.config.REDIS_URL }, prefix: queuePrefix, concurrency: slots },
  );
  const handler: JobHandler = { queue };
  const stop = listen(app.services, handler);
  cleanUps.push(async () => {
    await worker.close(true);
    await stop();
  });
  await worker.waitUntilReady();
  return {
    started: () => started.map(({ name }) => name.split(':')[0]),
    startedJobs: started,
    handlers: new Map([[queue, handler]]),
  };
}

describe.each(['train', 'ingest', 'pull', 'lint', 'mail', 'archive'] as const)('the queue %s', (queue) => {
  test('gives the next free slot to a workspace that waits behind 50 jobs of another', async () => {
    const worker = await startWorker(queue, 1);
    await enqueueAll(queue, hog, 50);
    await expect.poll(worker.started).toEqual([hog]);
    await enqueue(queue, other, other);
    worker.startedJobs[0]?.end();
    await expect.poll(worker.started).toEqual([hog, other]);
  });
});

test('a workspace that takes every slot leaves one, with three slots or more', async () => {
  const worker = await startWorker('pull', 4);
  await enqueueAll('pull', hog, 10);
  await expect.poll(worker.started).toEqual([hog, hog, hog]);
  await enqueue('pull', other, other);
  await expect.poll(worker.started).toEqual([hog, hog, hog, other]);
});

/** Jobs of each workspace that were handed out. */
async function handedOut(queue: Queue): Promise<Record<string, number>> {
  const { rows } = await app.sql.query(
    `select workspace_id as id, count(*)::int as jobs from jobs
     where queue = $1 and state = 'waiting' and dispatched_at is not null group by 1`,
    [queue],
  );
  return Object.fromEntries(rows.map(({ id, jobs }) => [id, jobs]));
}

test('slots are shared by estimated work and not by number of jobs', async () => {
  await enqueueAll('mail', hog, 12, 30);
  await enqueueAll('mail', other, 12, 10);
  await startWorker('mail', 8);
  await app.services.dispatcher.dispatch('mail');
  expect(await handedOut('mail')).toEqual({ [hog]: 2, [other]: 6 });
});

test('a workspace with twice the weight gets two of three slots', async () => {
  await app.sql.query('update workspaces set queue_weight = 2 where id = $1', [other]);
  await enqueueAll('mail', hog, 12);
  await enqueueAll('mail', other, 12);
  await startWorker('mail', 12);
  await app.services.dispatcher.dispatch('mail');
  expect(await handedOut('mail')).toEqual({ [hog]: 4, [other]: 8 });
  await app.sql.query('update workspaces set queue_weight = 1');
});

test('a job that ends early is charged the time that it ran', async () => {
  const worker = await startWorker('train', 1);
  await enqueue('train', hog, hog, 86_400);
  await expect.poll(worker.started).toEqual([hog]);
  worker.startedJobs[0]?.end();
  const charged = async () => (await app.sql.query('select finished from job_shares')).rows[0].finished;
  await expect.poll(charged).toBeLessThan(60);
});

test('processes that dispatch at the same time fill each slot once', async () => {
  const { config } = app.services;
  const processes = Array.from({ length: 3 }, () => openServices(config, 'jobs'));
  cleanUps.push(() => Promise.all(processes.map(({ db }) => db.$client.end())));
  const worker = await startWorker('ingest', 2);
  await enqueueAll('ingest', hog, 6);
  await Promise.all(processes.map(({ dispatcher }) => dispatcher.dispatchAll()));
  await expect.poll(worker.started).toHaveLength(2);
  expect(await app.services.queues.get('ingest').getWaitingCount()).toBe(0);
  worker.startedJobs[0]?.end();
  await expect.poll(worker.started).toHaveLength(3);
});

test('what is lost with Redis is handed out again, and only then what waits behind it', async () => {
  const first = await enqueue('train', hog, hog);
  await enqueue('train', hog, 'second');
  await app.services.redis.flushdb();
  const worker = await startWorker('train', 1);
  await reconcile(app.services, worker.handlers);
  await expect.poll(worker.started).toEqual([hog]);
  const { rows } = await app.sql.query(
    `select id from jobs where state = 'waiting' and dispatched_at is not null`,
  );
  expect(rows).toEqual([{ id: first }]);
});

test('a job that was cancelled before its turn is never handed out', async () => {
  const worker = await startWorker('lint', 1);
  await enqueue('lint', hog, 'first');
  await enqueue('lint', hog, 'second');
  await enqueue('lint', hog, 'third');
  await transact(app.services, ({ cancelJobs }) => cancelJobs(['second']));
  worker.startedJobs[0]?.end();
  await expect.poll(worker.started).toEqual(['first', 'third']);
});
