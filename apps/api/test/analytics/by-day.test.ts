import { createApi } from '@rowcast/testkit/factories';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { analyticsRepository } from '../../src/features/analytics/repository.ts';
import { recordCalls } from '../../src/predict/logging/call-log.repository.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { callsOf } from '../predict/calls.ts';

let app: TestApp;
let user: SignedIn;
let api: { workspaceId: string; apiId: string };
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await app.signIn();
  const { id } = await createApi(app.sql, { workspaceId: user.workspaceId });
  api = { workspaceId: user.workspaceId, apiId: id };
});

const dayMs = 86_400_000;
/** So many days ago, at a time of that day in UTC. */
const daysAgo = (count: number, time = '12:00:00.000') =>
  new Date(`${dateOf(new Date(Date.now() - count * dayMs))}T${time}Z`);
const dateOf = (at: Date) => at.toISOString().slice(0, 10);
const ask = (query: string, id = api.apiId, headers = user.headers) =>
  app.request.get(`/api/v1/analytics/apis/${id}${query}`).set(headers);

test('every day of the span has its calls, errors and percentiles, whatever the hour', async () => {
  const times = Array.from({ length: 100 }, (_, each) => 1 + each);
  const other = await createApi(app.sql, { workspaceId: user.workspaceId });
  await recordCalls(app.services.db, [
    ...times.flatMap((latencyMs) => callsOf({ ...api, latencyMs, at: daysAgo(3) }, 1)),
    ...callsOf({ ...api, latencyMs: 8, at: daysAgo(1, '00:00:00.000') }, 3),
    ...callsOf({ ...api, latencyMs: 8, status: 503, at: daysAgo(1, '23:59:59.999') }, 2),
    ...callsOf({ ...api, status: 429, at: daysAgo(1) }, 7),
    ...callsOf({ ...api, at: daysAgo(4) }, 9),
    ...callsOf({ ...api, apiId: other.id, at: daysAgo(1) }, 9),
  ]);
  const [from, to] = [dateOf(daysAgo(3)), dateOf(daysAgo(1))];
  const { body } = await ask(`?from=${from}&to=${to}`).expect(200);
  expect(body).toMatchObject({ apiId: api.apiId, from, to });
  const [first, second, third] = body.days;
  expect(body.days).toHaveLength(3);
  expect(first).toMatchObject({ date: from, calls: 100, errors: 0 });
  expect(Math.abs(first.p50Ms / 50 - 1)).toBeLessThan(0.06);
  expect(Math.abs(first.p95Ms / 95 - 1)).toBeLessThan(0.06);
  const none = { calls: 0, errors: 0, rows: 0, p50Ms: null, p95Ms: null };
  expect(second).toEqual({ date: dateOf(daysAgo(2)), ...none });
  expect(third).toMatchObject({ date: to, calls: 5, errors: 2 });
  expect(Math.abs(third.p95Ms / 8 - 1)).toBeLessThan(0.06);
});

test('without dates it is the last thirty days; percentiles go no further back', async () => {
  const { body } = await ask('').expect(200);
  expect(body.days).toHaveLength(30);
  expect(body.to).toBe(dateOf(new Date()));
  await recordCalls(app.services.db, callsOf({ ...api, latencyMs: 8, at: daysAgo(45) }, 4));
  const day = dateOf(daysAgo(45));
  const { days } = (await ask(`?from=${day}&to=${day}`).expect(200)).body;
  expect(days).toMatchObject([{ date: day, calls: 4, p50Ms: null, p95Ms: null }]);
});

test.each([
  ['from', `from=${dateOf(daysAgo(1))}&to=${dateOf(daysAgo(3))}`, 'after the end date'],
  ['from', `from=${dateOf(daysAgo(1))}&to=${dateOf(daysAgo(400))}`, 'after the end date'],
  ['from', `from=${dateOf(daysAgo(-2))}`, 'in the future'],
  ['from', `from=${dateOf(daysAgo(200))}`, 'Daily figures start at'],
  ['to', `to=${dateOf(daysAgo(200))}`, 'Daily figures start at'],
  ['to', `to=${dateOf(daysAgo(-2))}`, 'in the future'],
  ['from', 'from=2026-02-30', ''],
  ['to', 'to=yesterday', ''],
  ['since', 'since=2026-01-01', ''],
])('a bad %s is refused by its name: %s', async (field, query, message) => {
  const { body } = await ask(`?${query}`).expect(400);
  expect(body.error.code).toBe('VALIDATION_FAILED');
  expect(body.fields).toMatchObject([{ field, message: expect.stringContaining(message) }]);
});

test('an API of others is not there', async () => {
  const stranger = await app.signIn();
  const { body } = await ask('', api.apiId, stranger.headers).expect(404);
  expect(body.error.code).toBe('NOT_FOUND');
});

test('days are those of UTC where clocks of the database go forward at midnight', async () => {
  const now = new Date('2026-04-27T09:00:00Z');
  await recordCalls(
    app.services.db,
    callsOf({ ...api, latencyMs: 8, at: new Date('2026-04-26T12:00:00Z') }, 3),
  );
  const days = await app.services.db.transaction(async (db) => {
    await db.execute(sql`set local timezone to 'Africa/Cairo'`);
    return analyticsRepository(db, user.workspaceId).days(api.apiId, '2026-04-22', '2026-04-27', now);
  });
  expect(days.map(({ date, calls }) => [date, calls])).toEqual([
    ['2026-04-22', 0],
    ['2026-04-23', 0],
    ['2026-04-24', 0],
    ['2026-04-25', 0],
    ['2026-04-26', 3],
    ['2026-04-27', 0],
  ]);
  expect(Math.abs((days[4]?.p50Ms ?? 0) / 8 - 1)).toBeLessThan(0.06);
});
