import { randomBytes } from 'node:crypto';
import type { LiveEvent } from '@rowcast/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { openEventStream, type ReceivedEvent } from '../harness/event-stream.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ heartbeatMs: 200 });
});
afterAll(() => app.close());

const apiChanged = (): LiveEvent => ({
  type: 'api.changed',
  apiId: `api_${randomBytes(16).toString('hex')}`,
});
const publish = (who: SignedIn, event: LiveEvent) => app.services.events.publish(who.workspaceId, event);
/** What the events were that have an id to resume after. */
const kept = (received: ReceivedEvent[]) => received.filter(({ id }) => id).map(({ data }) => data);
const listen = (who: SignedIn, headers: Record<string, string> = {}) =>
  openEventStream(app, { ...who.headers, ...headers });

test('what happens in the workspace arrives, in order and with ids', async () => {
  const ann = await app.signIn();
  const stream = await listen(ann);
  expect(stream.response.status).toBe(200);
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
  expect(stream.response.headers.get('content-encoding')).toBeNull();
  expect(stream.response.headers.get('x-content-type-options')).toBe('nosniff');
  const events = Array.from({ length: 20 }, apiChanged);
  for (const event of events) await publish(ann, event);
  const received = await stream.take(20);
  expect(received.map(({ data }) => data)).toEqual(events);
  expect(received[0]?.id).toMatch(/^\d+-\d+$/);
  stream.close();
});

test('a change made over HTTP is announced', async () => {
  const ann = await app.signIn();
  const stream = await listen(ann);
  const { body } = await app.request
    .post('/api/v1/apis')
    .set(ann.headers)
    .send({ name: 'Churn' })
    .expect(201);
  const [event] = await stream.take(1);
  expect(event?.data).toEqual({ type: 'api.changed', apiId: body.id });
  stream.close();
});

test('nobody receives events of another workspace', async () => {
  const ann = await app.signIn();
  const bob = await app.signIn();
  const stream = await listen(bob);
  await publish(ann, apiChanged());
  const own = apiChanged();
  await publish(bob, own);
  expect(await stream.take(1)).toEqual([expect.objectContaining({ data: own })]);
  stream.close();
});

test('a listener resumes after the last event it has seen', async () => {
  const ann = await app.signIn();
  const events = Array.from({ length: 5 }, apiChanged);
  const first = await listen(ann);
  await publish(ann, events[0] as LiveEvent);
  const [seen] = await first.take(1);
  first.close();
  for (const event of events.slice(1, 4)) await publish(ann, event);
  const second = await listen(ann, { 'Last-Event-ID': seen?.id ?? '' });
  await publish(ann, events[4] as LiveEvent);
  expect(kept(await second.take(5))).toEqual(events.slice(1));
  expect(await second.take(5)).toContainEqual({ id: undefined, data: { type: 'memory.changed' } });
  second.close();
});

test('one who resumes further back takes nothing from those who are up to date', async () => {
  const ann = await app.signIn();
  const live = await listen(ann);
  const events = Array.from({ length: 30 }, apiChanged);
  for (const event of events.slice(0, 10)) await publish(ann, event);
  await live.take(10);
  const [late] = await Promise.all([
    listen(ann, { 'Last-Event-ID': '0-1' }),
    (async () => {
      for (const event of events.slice(10)) await publish(ann, event);
    })(),
  ]);
  expect((await live.take(30)).map(({ data }) => data)).toEqual(events);
  expect(kept(await late.take(32))).toEqual(events);
  live.close();
  late.close();
});

test('however many listen, Redis sees one blocked connection', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => app.signIn()));
  const streams = await Promise.all(people.map((each) => listen(each)));
  const keyspace = new URL(app.services.config.REDIS_URL).pathname.slice(1);
  const clients = String(await app.services.redis.client('LIST')).split('\n');
  const reading = clients.filter((line) => line.includes(` db=${keyspace} `) && line.includes('cmd=xread'));
  expect(reading).toHaveLength(1);
  for (const stream of streams) stream.close();
});

test('the stream ends when the session is revoked', async () => {
  const ann = await app.signIn();
  const stream = await listen(ann);
  await app.request.post('/api/v1/auth/logout').set(ann.headers).expect(204);
  await stream.ended;
  expect((await listen(ann)).response.status).toBe(401);
});

test('the stream ends when the membership does', async () => {
  const ann = await app.signIn();
  const stream = await listen(ann);
  await app.sql.query('delete from memberships where user_id = $1', [ann.userId]);
  await stream.ended;
});

test('one session keeps ten streams at most, the newest', async () => {
  const ann = await app.signIn();
  const streams = [];
  for (let count = 0; count < 11; count += 1) streams.push(await listen(ann));
  await streams[0]?.ended;
  const event = apiChanged();
  await publish(ann, event);
  for (const stream of streams.slice(1)) {
    expect(await stream.take(1)).toEqual([expect.objectContaining({ data: event })]);
    stream.close();
  }
});
