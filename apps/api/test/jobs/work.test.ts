import { queuePrefix } from '@rowcast/contracts';
import { Worker } from 'bullmq';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../src/features/jobs/queue-events.ts';
import { work } from '../../src/features/jobs/run-worker.ts';
import { transact } from '../../src/platform/db/unit-of-work.ts';
import type { JobHandler } from '../../src/platform/queue/job-handler.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { waitingAt, wayTo } from '../harness/way-to-redis.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('a job is done although processes were killed under it again and again', async () => {
  const { queues, redis, config } = app.services;
  const queue = queues.get('archive');
  const id = await transact(app.services, ({ enqueue }) =>
    enqueue('archive', { workspaceId: null, subjectId: 'arc_none' }, { archiveId: 'arc_none' }),
  );
  const killed = new Worker('archive', null, {
    connection: { url: config.REDIS_URL },
    prefix: queuePrefix,
    autorun: false,
  });
  expect((await killed.getNextJob('a token'))?.id).toBe(id);
  await killed.close(true);
  await redis.del(`${queue.toKey(id)}:lock`);
  // So often it was left by those before.
  await redis.hset(queue.toKey(id), 'stc', 5);
  const done: unknown[] = [];
  const stop = work(app.services, { queue: 'archive', run: async (_, payload) => done.push(payload) });
  const state = async () => (await queue.getJob(id))?.getState();
  await expect.poll(state, { timeout: 15_000 }).toMatch(/completed|failed/);
  expect(done).toEqual([{ archiveId: 'arc_none', jobId: id }]);
  await stop();
});

test('workers and listeners stop even while they reconnect', async () => {
  const way = await wayTo(app.services.config.REDIS_URL);
  const services = { ...app.services, config: { ...app.services.config, REDIS_URL: way.url } };
  const handler: JobHandler = { queue: 'archive', run: async () => ({}) };
  const stops = [work(services, handler), listen(services, handler)];
  const waiting = () => waitingAt(app.services, 'bzpopmin', 'xread');
  await expect.poll(waiting, { timeout: 5_000 }).toBe(2);
  way.bar();
  // Each of the three came four times; the next time is half a second away.
  await expect.poll(way.turnedAway, { timeout: 10_000 }).toBeGreaterThanOrEqual(12);
  way.unbar();
  await Promise.all(stops.map((stop) => stop()));
  await expect.poll(waiting).toBe(0);
  way.close();
});
