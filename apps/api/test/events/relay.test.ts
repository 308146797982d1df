import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveEvent } from '@rowcast/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventRelay, eventRelay } from '../../src/features/events/index.ts';
import { eventStream } from '../../src/platform/events.ts';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let relay: EventRelay;
beforeAll(async () => {
  app = await startApp();
  relay = eventRelay(app.services);
});
afterAll(async () => {
  await relay.close();
  await app.close();
});

const apiChanged = (): LiveEvent => ({
  type: 'api.changed',
  apiId: `api_${randomBytes(16).toString('hex')}`,
});
const ann = `usr_${randomBytes(16).toString('hex')}`;
const follower = () => {
  const received: unknown[] = [];
  return {
    received,
    receive: (_id: string | undefined, event: string) => received.push(JSON.parse(event)),
    end() {},
  };
};

test('one who joins, further back, while an event is on its way misses none', async () => {
  const workspace = `ws_${randomBytes(16).toString('hex')}`;
  const publish = (event: LiveEvent) => app.services.events.publish(workspace, event);
  const events = Array.from({ length: 4 }, apiChanged);
  const [first, second, third, fourth] = events as [LiveEvent, LiveEvent, LiveEvent, LiveEvent];
  await publish(first);
  await publish(second);
  const live = follower();
  await relay.follow({ workspaceId: workspace, userId: ann }, undefined, live);
  await publish(third);
  await expect.poll(() => live.received).toEqual([third]);

  const late = follower();
  // Sent before the relay can say that its list of streams has changed.
  const onItsWay = app.services.redis
    .multi()
    .xadd(eventStream(workspace), '*', 'event', JSON.stringify(fourth))
    .exec();
  await relay.follow({ workspaceId: workspace, userId: ann }, '0-1', late);
  await onItsWay;
  await expect.poll(() => late.received).toEqual(events);
  expect(live.received).toEqual([third, fourth]);
});

test('whoever has left hears nothing more', async () => {
  const workspace = `ws_${randomBytes(16).toString('hex')}`;
  const [staying, leaving] = [follower(), follower()];
  await relay.follow({ workspaceId: workspace, userId: ann }, undefined, staying);
  const leave = await relay.follow({ workspaceId: workspace, userId: ann }, undefined, leaving);
  leave();
  const event = apiChanged();
  await app.services.events.publish(workspace, event);
  await expect.poll(() => staying.received).toEqual([event]);
  expect(leaving.received).toEqual([]);
});

test('what is for one person reaches nobody else', async () => {
  const workspaceId = `ws_${randomBytes(16).toString('hex')}`;
  const bob = `usr_${randomBytes(16).toString('hex')}`;
  const [anns, bobs] = [follower(), follower()];
  await relay.follow({ workspaceId, userId: ann }, undefined, anns);
  await relay.follow({ workspaceId, userId: bob }, undefined, bobs);
  const { events } = app.services;
  await events.publish(workspaceId, { type: 'notifications.changed' }, ann);
  const last = apiChanged();
  await events.publish(workspaceId, last);
  await expect.poll(() => bobs.received).toEqual([last]);
  await expect.poll(() => anns.received).toEqual([{ type: 'notifications.changed' }, last]);
  const late = follower();
  await relay.follow({ workspaceId, userId: bob }, '0-1', late);
  await expect.poll(() => late.received).toEqual([last]);
});

test('each process tells its own followers that a model server has gone, and nobody twice', async () => {
  const server = createServer((_, res) => void res.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const own = await startApp({ env: { MODEL_SERVER_URLS: `http://127.0.0.1:${port}` } });
  const processes = [eventRelay(own.services), eventRelay(own.services)];
  const workspaceId = `ws_${randomBytes(16).toString('hex')}`;
  const followers = processes.map(follower);
  let asked = 0;
  server.on('request', () => {
    asked += 1;
  });
  for (const [at, each] of processes.entries())
    await each.follow({ workspaceId, userId: ann }, undefined, followers[at] ?? follower());
  await expect.poll(() => asked).toBe(2);
  // Asked is not yet answered: what never seemed there cannot go.
  await sleep(250);
  server.close();
  server.closeAllConnections();
  const received = () => followers.map((each) => each.received);
  await expect.poll(() => received().every((events) => events.length > 0)).toBe(true);
  const last = apiChanged();
  await own.services.events.publish(workspaceId, last);
  await expect.poll(received).toEqual(Array(2).fill([{ type: 'memory.changed' }, last]));
  expect(await own.services.redis.xlen(eventStream(workspaceId))).toBe(1);
  for (const each of processes) await each.close();
  await own.close();
});
