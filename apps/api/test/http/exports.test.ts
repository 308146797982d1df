import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
const open: http.ClientRequest[] = [];
beforeAll(async () => {
  app = await startApp();
});
afterEach(() => {
  for (const request of open.splice(0)) request.destroy();
});
afterAll(() => app.close());

/** Someone with a log that is too long to be on its way before it is read. */
async function withLongLog(of = app): Promise<SignedIn> {
  const user = await of.signIn();
  await of.sql.query(
    `insert into audit_log (workspace_id, seq, id, at, action, target_type, target_id, details, details_salt,
       details_hash, ip_salt, previous_hash, hash)
     select $1, n, $1 || n, now(), 'api.updated', 'api', 'api_1', jsonb_build_object('after', repeat('x', 4000)),
       '', '', '', '', '' from generate_series(1, 8000) n`,
    [user.workspaceId],
  );
  return user;
}

interface Begun {
  status: number | undefined;
  headers: http.IncomingHttpHeaders;
  pieces: AsyncIterable<Buffer>;
  body(): Promise<string>;
  leave(): void;
}

/** Asks for the log and takes nothing of it but its head. */
const begin = ({ headers }: SignedIn, { of = app, path = '/api/v1/audit-logs/export' } = {}) =>
  new Promise<Begun>((resolve, reject) => {
    const request = http.get(`${of.url}${path}`, { headers, agent: false }, (response) => {
      response.on('error', () => {});
      resolve({
        status: response.statusCode,
        headers: response.headers,
        pieces: response,
        body: async () => (await response.setEncoding('utf8').toArray()).join(''),
        leave: () => request.destroy(),
      });
    });
    request.on('error', reject);
    open.push(request);
  });

const begun = async (user: SignedIn, of = app) => {
  const { status, leave } = await begin(user, { of });
  leave();
  return status;
};

test('a workspace has one export at a time, and who leaves frees its place', async () => {
  const user = await withLongLog();
  const first = await begin(user);
  expect(first.status).toBe(200);
  const second = await begin(user);
  expect(second.status).toBe(429);
  expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
  expect(JSON.parse(await second.body()).error.code).toBe('EXPORT_UNDER_WAY');
  const account = await begin(user, { path: '/api/v1/users/me/export' });
  expect(account.status).toBe(429);
  first.leave();
  await expect.poll(() => begun(user), { timeout: 10_000 }).toBe(200);
});

test('one that was read to its end frees its place, as does one that was refused', async () => {
  const user = await app.signIn();
  for (let time = 0; time < 3; time += 1) {
    await app.request.get('/api/v1/audit-logs/export').set(user.headers).expect(200);
    await app.request.get('/api/v1/datasets/ds_none/export').set(user.headers).expect(404);
  }
});

test('a process sends four at once, to whichever workspaces', async () => {
  const users = await Promise.all(Array.from({ length: 5 }, () => withLongLog()));
  const [last, ...others] = users as [SignedIn, ...SignedIn[]];
  const running = await Promise.all(others.map((user) => begin(user)));
  expect(running.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const refused = await begin(last);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(JSON.parse(await refused.body()).error.code).toBe('EXPORTS_BUSY');
  running[0]?.leave();
  await expect.poll(() => begun(last), { timeout: 10_000 }).toBe(200);
});

describe('where a reader has a second', () => {
  let routeWithTimeout: TestApp;
  beforeAll(async () => {
    routeWithTimeout = await startApp({ exportIdleMs: 1_000 });
  });
  afterAll(() => routeWithTimeout.close());

  test('an export of which nothing is taken is given up, with its place and its statement', async () => {
    const user = await withLongLog(routeWithTimeout);
    const still = await begin(user, { of: routeWithTimeout });
    expect(still.status).toBe(200);
    await expect.poll(() => begun(user, routeWithTimeout), { timeout: 10_000 }).toBe(200);
    await expect(still.body()).rejects.toMatchObject({ code: 'ECONNRESET' });
    const statements = async () =>
      (
        await routeWithTimeout.sql.query(
          `select state, query from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
        )
      ).rows;
    await expect.poll(statements).toEqual([]);
  });

  test('one that is read with pauses goes on to its end', async () => {
    const user = await withLongLog(routeWithTimeout);
    const { pieces } = await begin(user, { of: routeWithTimeout });
    let bytes = 0;
    let pauses = 12;
    for await (const piece of pieces) {
      bytes += piece.length;
      if (pauses > 0 && bytes > 2_000_000 * (13 - pauses)) {
        pauses -= 1;
        await sleep(300);
      }
    }
    expect(pauses).toBe(0);
    expect(bytes).toBeGreaterThan(32_000_000);
  });
});
