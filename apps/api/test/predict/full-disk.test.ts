import { createApi } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMetering } from '../../src/predict/logging/metering.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { callsOf } from './calls.ts';

let app: TestApp;
let user: SignedIn;
let api: { workspaceId: string; apiId: string };

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  user = await app.signIn();
  const { id } = await createApi(app.sql, { workspaceId: user.workspaceId });
  api = { workspaceId: user.workspaceId, apiId: id };
});

/** Postgres refuses rows of the log as it does when their disk is full, and goes on with all else. */
const fillDisk = () =>
  app.sql.query(`
    create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger no_room before insert on request_log for each row execute function no_room()`);
/** The log is locked first, as writers lock it, or one of them and the dropping could wait for each other. */
const makeRoom = () =>
  app.sql.query('lock table request_log in access exclusive mode; drop function no_room cascade');
const logged = async (): Promise<{ calls: number; counted: number }> =>
  (
    await app.sql.query(
      `select (select count(*)::int from request_log where api_id = $1) as calls,
        (select coalesce(sum(calls), 0)::int from api_usage where api_id = $1) as counted`,
      [api.apiId],
    )
  ).rows[0];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test('calls are answered while the log has no room, and logged once it has', {
  timeout: 60_000,
}, async () => {
  const made = await app.request
    .post(`/api/v1/apis/${api.apiId}/keys`)
    .set(user.headers)
    .send({ name: 'A key' })
    .expect(201);
  const call = () =>
    app.request
      .post(`/api/v1/predict/${api.apiId}`)
      .set('authorization', `Bearer ${made.body.key}`)
      .send({ a: 1 });
  await fillDisk();
  for (let at = 0; at < 40; at += 1) expect((await call()).body.error.code).toBe('API_NOT_DEPLOYED');
  await pause(1_500);
  expect(await logged()).toEqual({ calls: 0, counted: 0 });
  expect((await call()).body.error.code).toBe('API_NOT_DEPLOYED');
  await app.request.get(`/api/v1/apis/${api.apiId}`).set(user.headers).expect(200);
  await makeRoom();
  await expect.poll(logged, { timeout: 10_000 }).toEqual({ calls: 41, counted: 41 });
});

test('what waits is bounded: the newest are dropped and counted, the others kept', {
  timeout: 120_000,
}, async () => {
  await fillDisk();
  let dropped = 0;
  const metering = createMetering(app.services, () => {
    dropped += 1;
  });
  for (const call of callsOf(api, 50_030)) metering.record(call);
  await pause(1_200);
  expect(dropped).toBe(30);
  expect((await logged()).calls).toBe(0);
  await makeRoom();
  await metering.close();
  expect(await logged()).toEqual({ calls: 50_000, counted: 50_000 });
  const logs = () => app.request.get(`/api/v1/apis/${api.apiId}/logs`).set(user.headers).expect(200);
  const { missing } = (await logs()).body;
  expect(missing).toMatchObject({ calls: 30, texts: 0 });
  expect(Date.parse(missing.lastAt)).toBeLessThanOrEqual(Date.now());
});
