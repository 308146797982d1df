import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { type LiveEvent, queuePrefix } from '@rowcast/contracts';
import { Worker } from 'bullmq';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventRelay } from '../../src/features/events/index.ts';
import { listen } from '../../src/features/jobs/listen.ts';
import { transact } from '../../src/platform/unit-of-work.ts';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Leads to Redis until it is cut: then nothing passes any more, and neither side hears of that. */
async function wayTo(redisUrl: string) {
  const url = new URL(redisUrl);
  const { hostname: host, port } = url;
  const open = new Set<net.Socket>();
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), host);
    for (const socket of [near, far]) open.add(socket.on('error', () => {}));
    near.pipe(far).pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut() {
      for (const socket of open) socket.unpipe().pause();
    },
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

test('readers of news leave a connection on which nothing comes any more, and go on where they were', async () => {
  const way = await wayTo(app.services.config.REDIS_URL);
  const { events } = app.services;
  const services = { ...app.services, config: { ...app.services.config, REDIS_URL: way.url } };
  const worker = new Worker('lint', async () => ({}), {
    connection: { url: app.services.config.REDIS_URL },
    prefix: queuePrefix,
  });
  const ended: string[] = [];
  const heard: LiveEvent[] = [];
  const stop = listen(
    services,
    { queue: 'lint', succeeded: async (_, _unit, { id }) => void ended.push(id) },
    200,
  );
  const relay = eventRelay(services, 200);
  const workspaceId = `ws_${randomBytes(16).toString('hex')}`;
  const end = () => {};
  const receive = (_: unknown, event: string) => heard.push(JSON.parse(event));
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
  const keyspace = new URL(app.services.config.REDIS_URL).pathname.slice(1);
  const reading = async () =>
    String(await app.services.redis.client('LIST'))
      .split('\n')
      .filter((line) => line.includes(` db=${keyspace} `) && line.includes('cmd=xread')).length;
  await expect.poll(reading, { timeout: 5_000 }).toBe(2);
  const jobs = [await lint()];
  await events.publish(workspaceId, said);
  await expect.poll(() => [ended.length, heard.length], { timeout: 5_000 }).toEqual([1, 1]);

  way.cut();
  jobs.push(await lint());
  await events.publish(workspaceId, said);
  await expect.poll(() => ended, { timeout: 10_000 }).toEqual(jobs);
  await expect
    .poll(() => heard.filter(({ type }) => type !== 'resync'), { timeout: 10_000 })
    .toEqual([said, said]);
  await Promise.all([stop(), relay.close(), worker.close()]);
  way.close();
});
