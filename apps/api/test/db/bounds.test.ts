import net from 'node:net';
import { createApi } from '@rowcast/testkit/factories';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connectDatabase, sqlState, transaction } from '../../src/platform/db/database.ts';
import { toRowcastError } from '../../src/platform/errors/to-rowcast-error.ts';
import { dropOldDays } from '../../src/predict/logging/partitions.repository.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { waitingForLocks } from '../harness/locks.ts';

vi.setConfig({ testTimeout: 30_000 });

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const passing = { code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 5 };

test('a statement that takes too long is ended, as one that waits for another is', async () => {
  const db = connectDatabase(app.services.config.DATABASE_URL, { statementMs: 200 });
  const held = await app.sql.connect();
  await held.query('begin; select pg_advisory_xact_lock(7)');
  for (const statement of [sql`select pg_sleep(20)`, sql`select pg_advisory_xact_lock(7)`]) {
    const error = await db.execute(statement).catch((thrown: unknown) => thrown);
    expect(sqlState(error)).toBe('57014');
    expect(toRowcastError(error)).toMatchObject(passing);
  }
  await held.query('rollback');
  held.release();
  await db.$client.end();
});

/** Lets bytes through to Postgres, until it hangs without a word. */
async function lineTo(url: string) {
  const { hostname, port } = new URL(url);
  const sockets: net.Socket[] = [];
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), hostname);
    for (const socket of [near, far]) sockets.push(socket.on('error', () => {}));
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`;
  return {
    url: through.href,
    cut: () => sockets.splice(0).forEach((socket) => void socket.destroy()),
    hang: () => sockets.splice(0).forEach((socket) => void socket.unpipe().pause()),
    close: () => server.close(),
  };
}

test('a connection that hangs without a word is given up, and another made', async () => {
  const line = await lineTo(app.services.config.DATABASE_URL);
  const db = connectDatabase(line.url, { connections: 1, statementMs: 200 });
  await db.execute(sql`select 1`);
  line.hang();
  const error = await db.execute(sql`select 1`).catch((thrown: unknown) => thrown);
  expect(toRowcastError(error)).toMatchObject(passing);
  expect((await db.execute(sql`select 2 as two`)).rows).toEqual([{ two: 2 }]);
  line.hang();
  await db.$client.end();
  line.close();
});

test('a transaction whose connection hangs leaves it to nobody', async () => {
  const line = await lineTo(app.services.config.DATABASE_URL);
  const db = connectDatabase(line.url, { connections: 1, statementMs: 200 });
  const error = await transaction(db, async (tx) => {
    await tx.execute(sql`select 1`);
    line.hang();
    await tx.execute(sql`select 2`);
  }).catch((thrown: unknown) => thrown);
  expect(toRowcastError(error)).toMatchObject(passing);
  expect(await transaction(db, async (tx) => (await tx.execute(sql`select 3 as three`)).rows)).toEqual([
    { three: 3 },
  ]);
  await db.$client.end();
  line.close();
});

test('a connection that drops while old days of the log go fails that alone', async () => {
  const line = await lineTo(app.services.config.DATABASE_URL);
  const db = connectDatabase(line.url);
  await app.sql.query("select ensure_request_log_day('2020-01-01')");
  const reader = await app.sql.connect();
  await reader.query('begin; select 1 from request_log_20200101');
  const dropped = dropOldDays(db).catch((thrown: unknown) => thrown);
  await expect.poll(() => waitingForLocks(app)).toBe(1);
  line.cut();
  expect(toRowcastError(await dropped)).toMatchObject(passing);
  await reader.query('rollback');
  reader.release();
  await db.$client.end();
  line.close();
});

test('calls with keys that are not known yet are answered while the console takes every connection', async () => {
  const user = await app.signIn();
  const { id } = await createApi(app.sql, { workspaceId: user.workspaceId });
  const sent = app.request.post(`/api/v1/apis/${id}/keys`).set(user.headers).send({ name: 'A key' });
  const { key } = (await sent.expect(201)).body;
  const held = await app.sql.connect();
  await held.query('begin; select pg_advisory_xact_lock(8)');
  const slow = Array.from({ length: 40 }, () =>
    app.sql.query('select pg_advisory_xact_lock(8)').catch(() => {}),
  );
  const call = app.request.post(`/api/v1/predict/${id}`).set('authorization', `Bearer ${key}`);
  expect((await call.send({ a: 1 })).body.error.code).toBe('API_NOT_DEPLOYED');
  await held.query('rollback');
  held.release();
  await Promise.all(slow);
});
