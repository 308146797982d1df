import { queuePrefix } from '@rowcast/contracts';
import { Worker } from 'bullmq';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcile } from '../../src/features/jobs/index.ts';
import { listen } from '../../src/features/jobs/queue-events.ts';
import { transact } from '../../src/platform/db/unit-of-work.ts';
import type { JobHandler } from '../../src/platform/queue/job-handler.ts';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const megabyte = 'x'.repeat(1024 * 1024);
const queue = 'lint';
const applied: unknown[] = [];
const handler: JobHandler = {
  queue,
  async succeeded(_services, _unit, _job, result) {
    applied.push((result as { report: string }).report.length);
  },
};

const enqueue = () =>
  transact(app.services, (unit) =>
    unit.enqueue(
      queue,
      { workspaceId: null, subjectId: 'ds_none' },
      { datasetId: 'ds_none', tableKey: 't', profileKey: 'p', target: null, requestId: 'req_none' },
    ),
  );
const makeResults = () =>
  new Worker(queue, async () => ({ report: megabyte }), {
    connection: { url: app.services.config.REDIS_URL },
    prefix: queuePrefix,
  });
const tidy = () =>
  reconcile(
    { ...app.services, clock: { now: () => new Date(Date.now() + 10_000) } },
    new Map([[queue, handler]]),
  );

/** What everything of the queue takes in Redis: jobs, their results, and the news of them. */
async function held(): Promise<{ jobs: number; bytes: number }> {
  const { redis } = app.services;
  const names = await redis.keys(`${queuePrefix}:${queue}:*`);
  const sizes = await Promise.all(names.map((name) => redis.memory('USAGE', name, 'SAMPLES', 0)));
  const jobs = names.filter((name) => name.startsWith(`${queuePrefix}:${queue}:job_`)).length;
  return { jobs, bytes: sizes.reduce<number>((sum, size) => sum + Number(size), 0) };
}

test('results of megabytes leave Redis once they are applied, however many jobs there were', async () => {
  const worker = makeResults();
  const stop = listen(app.services, handler);
  for (const round of [1, 2]) {
    await Promise.all(Array.from({ length: 12 }, enqueue));
    await expect.poll(() => applied.length, { timeout: 15_000 }).toBe(round * 12);
    await expect
      .poll(
        async () => {
          await tidy();
          const { jobs, bytes } = await held();
          return { jobs, isSmall: bytes < megabyte.length / 4 };
        },
        { timeout: 15_000, interval: 500 },
      )
      .toEqual({ jobs: 0, isSmall: true });
  }
  expect(new Set(applied)).toEqual(new Set([megabyte.length]));
  await stop();
  await worker.close();
}, 60_000);

test('a result that is not applied yet stays, and one whose process was killed before it took it out goes', async () => {
  const worker = makeResults();
  const [first, second] = [await enqueue(), await enqueue()];
  const jobs = app.services.queues.get(queue);
  for (const id of [first, second])
    await expect.poll(async () => (await jobs.getJob(id))?.getState()).toBe('completed');
  await worker.close();
  await app.sql.query(`update jobs set state = 'done' where id = $1`, [first]);
  const before = applied.length;
  await tidy();
  expect(applied.length).toBe(before + 1);
  expect(await jobs.getJob(first)).toBeUndefined();
  expect(await jobs.getJob(second)).toBeUndefined();
  const { rows } = await app.sql.query('select state from jobs where id = $1', [second]);
  expect(rows).toEqual([{ state: 'done' }]);
});
