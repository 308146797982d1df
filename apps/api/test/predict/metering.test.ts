import { createApi } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rolloutFigures } from '../../src/features/rollouts/figures.repository.ts';
import type { RolloutRow } from '../../src/features/rollouts/repository.ts';
import { batchOf } from '../../src/predict/logging/call-batch.ts';
import { recordBatch, recordCalls, trimLog } from '../../src/predict/logging/call-log.repository.ts';
import { createMetering } from '../../src/predict/logging/metering.ts';
import { dropOldDays, prepareLog } from '../../src/predict/logging/partitions.repository.ts';
import { RefusalSums } from '../../src/predict/logging/refusal-sums.ts';
import { addRefusals } from '../../src/predict/logging/refusals.repository.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { startAppAlone } from '../harness/own-services.ts';
import { callsOf } from './calls.ts';

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

const usage = async () =>
  (await app.request.get(`/api/v1/apis/${api.apiId}`).set(user.headers).expect(200)).body.usage;

const logged = async () =>
  (await app.sql.query('select count(*)::int as n from request_log where api_id = $1', [api.apiId])).rows[0]
    .n;

describe('a batch of calls', () => {
  test('that is written twice, or by two processes at once, counts once', async () => {
    const batch = batchOf(callsOf(api, 50));
    await Promise.all([recordBatch(app.services.db, batch), recordBatch(app.services.db, batch)]);
    await recordBatch(app.services.db, batch);
    await recordBatch(app.services.db, batch, false);
    expect(await logged()).toBe(50);
    expect(await usage()).toMatchObject({ calls: 50, callsLast30Days: 50, callsLast24Hours: 50, errors: 0 });
  });

  test('of several processes adds up', async () => {
    await Promise.all(Array.from({ length: 10 }, () => recordCalls(app.services.db, callsOf(api, 20))));
    expect((await usage()).calls).toBe(200);
  });

  test('counts 5xx as errors; the console and calls over the limit not at all', async () => {
    await recordCalls(app.services.db, [
      ...callsOf(api, 6),
      ...callsOf({ ...api, status: 503, code: 'MODEL_SERVER_UNAVAILABLE' }, 2),
      ...callsOf({ ...api, keyId: null }, 5),
      ...callsOf({ ...api, status: 429 }, 5),
    ]);
    expect(await usage()).toMatchObject({ calls: 8, errors: 2, errorRate: 0.25 });
    expect(await logged()).toBe(18);
  });

  test('says when its key and its API were last used', async () => {
    const path = `/api/v1/apis/${api.apiId}/keys`;
    await app.request
      .post(path)
      .set(user.headers)
      .send({ name: 'CI', scopes: ['predict'] })
      .expect(201);
    const keys = 'select id, last_used_at as at from api_keys where api_id = $1';
    const keyId = (await app.sql.query(keys, [api.apiId])).rows[0].id;
    for (const hour of ['07', '06'])
      await recordCalls(
        app.services.db,
        callsOf({ ...api, keyId, at: new Date(`2031-05-06T${hour}:00:00Z`) }, 2),
      );
    const { rows } = await app.sql.query(
      `${keys} union all select id, last_used_at from apis where id = $1`,
      [api.apiId],
    );
    const at = new Date('2031-05-06T07:00:00Z');
    expect(rows).toEqual([
      { id: keyId, at },
      { id: api.apiId, at },
    ]);
  });

  test('gives percentiles within five per cent, of the last day only', async () => {
    const times = Array.from({ length: 100 }, (_, each) => 1 + each);
    const old = new Date(Date.now() - 3 * 86_400_000);
    await recordCalls(app.services.db, [
      ...times.flatMap((latencyMs) => callsOf({ ...api, latencyMs }, 1)),
      ...callsOf({ ...api, latencyMs: 5000, at: old }, 300),
    ]);
    const { latencyMs, latencyP95Ms, calls } = await usage();
    expect(calls).toBe(400);
    expect(Math.abs(latencyMs / 50 - 1)).toBeLessThan(0.06);
    expect(Math.abs(latencyP95Ms / 95 - 1)).toBeLessThan(0.06);
  });
});

test('a stream lasts as long as its caller sends: it is counted, and its time belongs to no mean or percentile', async () => {
  const modelId = `mdl_${'0'.repeat(32)}`;
  const common = { ...api, modelId, rolloutId: 'rol_1', label: 'candidate' as const };
  await recordCalls(app.services.db, [
    ...callsOf({ ...common, latencyMs: 4 }, 10),
    ...callsOf({ ...common, latencyMs: null }, 10),
  ]);
  const counted = await usage();
  expect(counted.calls).toBe(20);
  expect(Math.abs(counted.latencyP95Ms / 4 - 1)).toBeLessThan(0.06);
  const { body } = await app.request.get('/api/v1/analytics/overview').set(user.headers).expect(200);
  expect(body).toMatchObject({ totalRequests: 20, avgResponseMs: 4 });
  expect(body.topApis[0].responseTimeMs).toBe(4);
  expect(body.traffic.at(-1).latencyMs).toBe(4);
  const rollout = { id: 'rol_1', mode: 'canary' } as RolloutRow;
  const { candidate } = await rolloutFigures(app.services.db, rollout);
  expect(candidate).toMatchObject({ calls: 20, p95Ms: counted.latencyP95Ms });
});

describe('the log', () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  const partitions = async () =>
    (
      await app.sql.query(
        "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'request_log'::regclass order by 1",
      )
    ).rows.map(({ name }) => name);
  const nameOf = (at: Date) => `request_log_${at.toISOString().slice(0, 10).replaceAll('-', '')}`;

  test('has a partition a day: made ahead, made when one is missing, dropped when it is too old', async () => {
    await prepareLog(app.services.db);
    expect(await partitions()).toEqual(expect.arrayContaining([nameOf(days(0)), nameOf(days(-3))]));
    expect(await partitions()).not.toContain(nameOf(days(-9)));
    const early = batchOf(callsOf({ ...api, at: days(-9) }, 3));
    await Promise.all([recordBatch(app.services.db, early), recordBatch(app.services.db, early)]);
    await recordCalls(app.services.db, callsOf({ ...api, at: days(45) }, 20));
    expect(await partitions()).toEqual(expect.arrayContaining([nameOf(days(-9)), nameOf(days(45))]));
    await dropOldDays(app.services.db);
    expect(await partitions()).not.toContain(nameOf(days(45)));
    expect(await logged()).toBe(3);
    expect((await usage()).calls).toBe(23);
  });

  test('gets days and loses them while somebody reads it at length, and calls are logged meanwhile', async () => {
    await recordCalls(app.services.db, callsOf({ ...api, at: days(50) }, 1));
    const reader = await app.sql.connect();
    await reader.query('begin');
    await reader.query('select count(*) from request_log');
    const trimmed = dropOldDays(app.services.db);
    const isLeaving = async () =>
      (await app.sql.query('select from pg_inherits where inhdetachpending')).rowCount === 1;
    await expect.poll(isLeaving, { timeout: 5_000 }).toBe(true);
    await recordCalls(app.services.db, callsOf({ ...api, at: days(-20) }, 2));
    await recordCalls(app.services.db, callsOf(api, 2));
    expect(await logged()).toBe(4);
    await reader.query('commit');
    reader.release();
    await trimmed;
    expect(await partitions()).not.toContain(nameOf(days(50)));
  });

  test('loses a day that a killed process was dropping', async () => {
    const [leaving, gone] = [days(51), days(52)];
    for (const at of [leaving, gone]) await recordCalls(app.services.db, callsOf({ ...api, at }, 1));
    await app.sql.query(`alter table request_log detach partition ${nameOf(gone)}`);
    const reader = await app.sql.connect();
    await reader.query('begin');
    await reader.query('select count(*) from request_log');
    const killed = await app.sql.connect();
    await killed.query("set lock_timeout = '100ms'");
    await expect(
      killed.query(`alter table request_log detach partition ${nameOf(leaving)} concurrently`),
    ).rejects.toThrow('lock timeout');
    killed.release(true);
    await reader.query('commit');
    reader.release();
    await dropOldDays(app.services.db);
    const { rows } = await app.sql.query('select from pg_class where relname = any($1)', [
      [nameOf(leaving), nameOf(gone)],
    ]);
    expect(rows).toEqual([]);
  });

  test('loses a day that was leaving it when it began to be kept for longer', async () => {
    const [kept, old] = [days(53), days(70)];
    for (const at of [kept, old]) await recordCalls(app.services.db, callsOf({ ...api, at }, 1));
    const reader = await app.sql.connect();
    await reader.query('begin');
    await reader.query('select count(*) from request_log');
    const killed = await app.sql.connect();
    await killed.query("set lock_timeout = '100ms'");
    const detach = `alter table request_log detach partition ${nameOf(kept)} concurrently`;
    await expect(killed.query(detach)).rejects.toThrow('lock timeout');
    killed.release(true);
    await reader.query('commit');
    reader.release();
    const settings = { logRetentionDays: 60 };
    await app.request.put(`/api/v1/apis/${api.apiId}`).set(user.headers).send({ settings }).expect(200);
    await dropOldDays(app.services.db);
    expect(await partitions()).not.toContain(nameOf(kept));
    expect(await partitions()).not.toContain(nameOf(old));
  });

  test('of an API that was deleted goes', async () => {
    await recordCalls(app.services.db, callsOf(api, 5));
    await app.sql.query('delete from apis where id = $1', [api.apiId]);
    await trimLog(app.services.db);
    expect(await logged()).toBe(0);
  });

  test('keeps texts as they are, on days to come too: compressing them costs more than all else', async () => {
    await app.sql.query("select ensure_request_log_day('2031-02-03')");
    const { rows } = await app.sql.query(`
      select distinct attstorage from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relname ~ '^request_log(_\\d{8})?$' and a.attname in ('request', 'masked_request', 'sealed_request', 'response')`);
    expect(rows).toEqual([{ attstorage: 'e' }]);
  });

  test('of an API is kept for as long as the API says', async () => {
    const settings = { logRetentionDays: 5 };
    await app.request.put(`/api/v1/apis/${api.apiId}`).set(user.headers).send({ settings }).expect(200);
    await recordCalls(app.services.db, [
      ...callsOf({ ...api, at: days(4) }, 2),
      ...callsOf({ ...api, at: days(6) }, 7),
    ]);
    await trimLog(app.services.db);
    expect(await logged()).toBe(2);
  });

  test('leaves one sum a month behind of what is older than three months', async () => {
    for (const each of [199, 200, 201])
      await recordCalls(app.services.db, callsOf({ ...api, at: days(each) }, 10));
    await recordCalls(app.services.db, callsOf({ ...api, at: days(1) }, 5));
    const sums = async () =>
      (await app.sql.query('select count(*)::int as n from api_usage where api_id = $1', [api.apiId])).rows[0]
        .n;
    const before = await sums();
    await trimLog(app.services.db);
    await trimLog(app.services.db);
    expect(await sums()).toBeLessThan(before);
    expect((await usage()).calls).toBe(35);
  });
});

test('a text that Postgres cannot hold leaves the batch its other facts, and is counted', async () => {
  const dropped: string[] = [];
  const metering = createMetering(app.services, (what) => dropped.push(what));
  for (const call of callsOf(api, 2)) metering.record(call);
  for (const call of callsOf(api, 3)) metering.record({ ...call, request: '{"a":1}', response: 'b' });
  for (const call of callsOf(api, 1)) metering.record({ ...call, response: Buffer.from([0x61, 0xff]) });
  await metering.close();
  const { rows } = await app.sql.query(
    'select count(*)::int as calls, count(response)::int as texts from request_log where api_id = $1',
    [api.apiId],
  );
  expect(rows).toEqual([{ calls: 6, texts: 0 }]);
  expect(dropped).toEqual(Array(4).fill('text'));
});

test('calls that come during a write wait for the next', async () => {
  let writes = 0;
  const { db } = app.services;
  const pool = new Proxy(db.$client, {
    get(target, name) {
      if (name !== 'connect') return Reflect.get(target, name);
      return () => {
        writes += 1;
        for (const call of callsOf(api, 1)) metering.record(call);
        return target.connect();
      };
    },
  });
  const counting = new Proxy(db, {
    get: (target, name) => (name === '$client' ? pool : Reflect.get(target, name)),
  });
  const metering = createMetering({ ...app.services, db: counting });
  for (const call of callsOf(api, 1)) metering.record(call);
  await metering.close();
  expect(writes).toBe(1);
});

test('growth compares this week with the one before', async () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  await recordCalls(app.services.db, [
    ...callsOf({ ...api, at: days(2) }, 30),
    ...callsOf({ ...api, at: days(9) }, 20),
  ]);
  const { body } = await app.request.get('/api/v1/analytics/overview').set(user.headers).expect(200);
  expect(body.topApis).toMatchObject([{ id: api.apiId, requests: 50, growth: 0.5, uptime: 1 }]);
  expect(body).toMatchObject({ totalRequests: 50, avgResponseMs: null });
});

test('calls made while Postgres is away are written once it is back', { timeout: 60_000 }, async () => {
  const { services, app: own, close } = await startAppAlone();
  try {
    const { workspaceId } = await own.signIn();
    const { id: apiId } = await createApi(own.sql, { workspaceId });
    const metering = createMetering(own.services);
    await services.postgres.kill();
    for (const call of callsOf({ workspaceId, apiId }, 2_500)) metering.record(call);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    await services.postgres.start();
    const counted = async () => (await own.sql.query('select sum(calls)::int as n from api_usage')).rows[0].n;
    await expect.poll(() => counted().catch(() => null), { timeout: 15_000 }).toBe(2_500);
    for (const call of callsOf({ workspaceId, apiId }, 10)) metering.record(call);
    await metering.close();
    expect(await counted()).toBe(2_510);
  } finally {
    await close();
  }
});

test('what Postgres will never take is counted as missing, and keeps nothing else out', async () => {
  const dropped: string[] = [];
  const metering = createMetering(app.services, (what) => dropped.push(what));
  const [call] = callsOf(api, 1);
  if (!call) throw new Error('there is one');
  metering.record(call);
  metering.record(call);
  await metering.close();
  for (const other of callsOf(api, 3)) metering.record(other);
  await metering.close();
  expect(await logged()).toBe(3);
  expect((await usage()).calls).toBe(3);
  expect(dropped).toEqual(['call', 'call']);
});

test('calls are logged and counted once, however often connections are cut meanwhile', async () => {
  const metering = createMetering(app.services);
  const cutter = await app.sql.connect();
  /** What is being written, by its beginning: the last statement of an idle connection is not. */
  const cut = (statement: string) =>
    cutter.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' and query ilike $1`,
      [statement],
    );
  const waves = 8;
  const each = 4_000;
  const cuts = { 'copy%': 0, '%with sums%': 0, 'commit%': 0 };
  try {
    for (let wave = 0; wave < waves; wave += 1) {
      for (const call of callsOf(api, each)) metering.record(call);
      for (const end = Date.now() + 600; Date.now() < end; )
        for (const statement of Object.keys(cuts) as (keyof typeof cuts)[])
          cuts[statement] += (await cut(statement)).rowCount ?? 0;
    }
  } finally {
    cutter.release();
  }
  expect(cuts['copy%']).toBeGreaterThan(0);
  await metering.close();
  expect(await logged()).toBe(waves * each);
  expect((await usage()).calls).toBe(waves * each);
});

describe('refused calls', () => {
  const hourAgo = (hours: number) => new Date(Math.floor(Date.now() / 3_600_000 - hours) * 3_600_000);
  const add = (hours: number, calls: number) =>
    addRefusals(app.services.db, [{ apiId: api.apiId, code: 'ROW_INVALID', hour: hourAgo(hours), calls }]);
  const kept = async () => {
    const found = await app.sql.query(
      'select calls::int from api_refusals where api_id = $1 order by hour desc',
      [api.apiId],
    );
    return found.rows.map(({ calls }) => calls);
  };

  test('of several processes add up, and are kept as long as the log of their API', async () => {
    await Promise.all(Array.from({ length: 5 }, () => add(1, 2)));
    await add(24 * 9, 3);
    await add(24 * 11, 4);
    await trimLog(app.services.db);
    expect(await kept()).toEqual([10, 3, 4]);
    await app.request
      .put(`/api/v1/apis/${api.apiId}`)
      .set(user.headers)
      .send({ settings: { logRetentionDays: 10 } })
      .expect(200);
    await trimLog(app.services.db);
    expect(await kept()).toEqual([10, 3]);
    await app.sql.query('delete from apis where id = $1', [api.apiId]);
    await trimLog(app.services.db);
    expect(await kept()).toEqual([]);
  });

  test('are written when the process ends, also those that could not be written before', async () => {
    const metering = createMetering(app.services);
    const refusal = { apiId: api.apiId, isKnown: true, code: 'ROW_INVALID', at: hourAgo(1) };
    for (let each = 0; each < 3; each += 1) metering.refuse(refusal);
    await metering.close();
    expect(await kept()).toEqual([3]);
    const sums = new RefusalSums();
    sums.add(refusal);
    const unwritten = sums.take();
    sums.add(refusal);
    sums.putBack(unwritten);
    expect(sums.take()).toMatchObject([{ apiId: api.apiId, calls: 2 }]);
    expect(sums.take()).toEqual([]);
  });

  test('of ever new names take only so much room from those of known APIs', () => {
    const sums = new RefusalSums();
    const at = new Date();
    for (let each = 0; each < 2_000; each += 1)
      sums.add({ apiId: `api_${each}`, isKnown: false, code: 'API_KEY_MISSING', at });
    sums.add({ apiId: api.apiId, isKnown: true, code: 'ROW_INVALID', at });
    const taken = sums.take();
    expect(taken).toHaveLength(501);
    expect(taken.map(({ apiId }) => apiId)).toContain(api.apiId);
  });
});
