import { randomBytes } from 'node:crypto';
import { type LiveEvent, queuePrefix } from '@rowcast/contracts';
import { Worker } from 'bullmq';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventRelay } from '../../src/features/events/index.ts';
import { listen } from '../../src/features/jobs/queue-events.ts';
import { transact } from '../../src/platform/db/unit-of-work.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { waitingAt, wayTo } from '../harness/way-to-redis.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('readers of news leave a connection on which nothing comes any more, and go on where they were', async () => {
  const way = await wayTo(app.services.config.REDIS_URL);
  const { events } = app.services;
  const services = { ...app.services, config: { ...app.services.config, REDIS_URL: way.url } };
  const worker = new Worker('lint', async () => ({}), {
    connection: { url: app.services.config.REDIS_URL },
    prefix: queuePrefix,
  });
  const ended: string[] = [];
  const received: LiveEvent[] = [];
  const stop = listen(
    services,
    { queue: 'lint', succeeded: async (_, _unit, { id }) => void ended.push(id) },
    200,
  );
  const relay = eventRelay(services, 200);
  const workspaceId = `ws_${randomBytes(16).toString('hex')}`;
  const end = () => {};
  const receive = (_: unknown, event: string) => received.push(JSON.parse(event));
  await relay.follow({ workspaceId, userId: 'usr_none' }, undefined, { receive, end });

  const said: LiveEvent = { type: 'dataset.deleted', datasetId: `ds_${randomBytes(16).toString('hex')}` };
  const lint = () =>
    transact(app.services, (unit) =>
      unit.enqueue(
        'lint',
        { workspaceId: null, subjectId: 'ds_none' },
        { datasetId: 'ds_none', tableKey: 't', profileKey: 'p', target: null, requestId: 'req_none' },
      ),
    );
  await expect.poll(() => waitingAt(app.services, 'xread'), { timeout: 5_000 }).toBe(2);
  const jobs = [await lint()];
  await events.publish(workspaceId, said);
  await expect.poll(() => [ended.length, received.length], { timeout: 5_000 }).toEqual([1, 1]);

  way.cut();
  jobs.push(await lint());
  await events.publish(workspaceId, said);
  await expect.poll(() => ended, { timeout: 10_000 }).toEqual(jobs);
  await expect
    .poll(() => received.filter(({ type }) => type !== 'resync'), { timeout: 10_000 })
    .toEqual([said, said]);
  await Promise.all([stop(), relay.close(), worker.close()]);
  way.close();
});
