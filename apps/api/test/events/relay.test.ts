import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveEvent } from '@rowcast/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventRelay, eventRelay } from '../../src/features/events/index.ts';
import { eventStream } from '../../src/platform/events/event-stream.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { startAppAlone } from '../harness/own-services.ts';

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
  await expect.poll(() => late.received).toEqual([{ type: 'resync' }, ...events]);
  expect(live.received).toEqual([third, fourth]);
});

test('a former member receives no more events', async () => {
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
  await expect.poll(() => late.received).toEqual([{ type: 'resync' }, last]);
});

test('a client that resumes after expired events is asked to refetch, others are not', async () => {
  const workspaceId = `ws_${randomBytes(16).toString('hex')}`;
  const { events, redis } = app.services;
  for (const event of Array.from({ length: 3 }, apiChanged)) await events.publish(workspaceId, event);
  const ids = (await redis.xrange(eventStream(workspaceId), '-', '+')).map(([id]) => id);
  await redis.xtrim(eventStream(workspaceId), 'MAXLEN', 2);
  const [late, current] = [follower(), follower()];
  await relay.follow({ workspaceId, userId: ann }, ids[0], late);
  await relay.follow({ workspaceId, userId: ann }, ids[1], current);
  await expect.poll(() => late.received.length).toBe(3);
  expect(late.received[0]).toEqual({ type: 'resync' });
  await expect.poll(() => current.received.length).toBe(1);
  expect(current.received).not.toContainEqual({ type: 'resync' });
});

test('events expire after an idle day, and returning clients are asked to refetch', async () => {
  const workspaceId = `ws_${randomBytes(16).toString('hex')}`;
  const { events, redis } = app.services;
  const stream = eventStream(workspaceId);
  await events.publish(workspaceId, apiChanged());
  const [[last] = ['']] = await redis.xrange(stream, '-', '+');
  await redis.expire(stream, 10);
  await events.publish(workspaceId, apiChanged());
  expect(await redis.ttl(stream)).toBeGreaterThan(86_000);
  const staying = follower();
  await relay.follow({ workspaceId, userId: ann }, undefined, staying);
  await redis.pexpire(stream, 1);
  await expect.poll(() => redis.exists(stream)).toBe(0);
  const late = follower();
  await relay.follow({ workspaceId, userId: ann }, last, late);
  const event = apiChanged();
  await events.publish(workspaceId, event);
  await expect.poll(() => late.received).toEqual([{ type: 'resync' }, event]);
  expect(staying.received).toEqual([event]);
});

test('what could not be published while Redis was away is made up for once it is back', {
  timeout: 60_000,
}, async () => {
  const own = await startAppAlone();
  const ownRelay = eventRelay(own.app.services);
  try {
    const workspaceId = `ws_${randomBytes(16).toString('hex')}`;
    const { services } = own.app;
    await own.services.valkey.kill();
    await services.events.publish(workspaceId, apiChanged());
    await own.services.valkey.start();
    const kept = async () =>
      (await services.redis.xrange(eventStream(workspaceId), '-', '+').catch(() => [])).map(
        ([, fields]) => fields[1],
      );
    await expect.poll(kept, { timeout: 10_000 }).toEqual([JSON.stringify({ type: 'resync' })]);
    const live = follower();
    await ownRelay.follow({ workspaceId, userId: ann }, undefined, live);
    const event = apiChanged();
    await services.events.publish(workspaceId, event);
    await expect.poll(() => live.received).toEqual([event]);
    await own.services.valkey.kill();
    await own.services.valkey.start();
    await expect.poll(() => live.received, { timeout: 10_000 }).toContainEqual({ type: 'resync' });
  } finally {
    await ownRelay.close();
    await own.close();
  }
});

test('an event that is not as agreed is dropped, and fails nothing that was done before', async () => {
  const { services } = app;
  const workspaceId = `ws_${randomBytes(16).toString('hex')}`;
  await services.events.publish(workspaceId, { type: 'unheard.of' } as never);
  expect(await services.redis.xlen(eventStream(workspaceId))).toBe(0);
});

test('each process notifies its subscribers once that a model server is down', async () => {
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
