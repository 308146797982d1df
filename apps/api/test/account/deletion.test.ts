import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyChain } from '../../src/features/audit/index.ts';
import { sweep } from '../../src/features/jobs/index.ts';
import { transact } from '../../src/platform/db/unit-of-work.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { openEventStream } from '../harness/event-stream.ts';
import { environmentOf, until } from '../pipeline/product.ts';
import { type Program, startNode } from '../pipeline/programs.ts';
import { furnish, objects, put } from './stored.ts';

/** The other process has the same two cores. */
const patience = { timeout: 60_000 };

let app: TestApp;
/** Started by the first test, which loses a job before anybody takes it. */
let jobs: Program;
let asha: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  await jobs?.kill();
  await app?.close();
});
beforeEach(async () => {
  [asha, other] = await Promise.all([app.signIn(), app.signIn()]);
});

const randomHash = () => randomBytes(32).toString('hex');
const remove = ({ userId, headers }: SignedIn, base = '') =>
  app.request.delete(`${base}/users/${userId}/delete-account`).set(headers);
const contents = async ({ headers }: SignedIn) =>
  (await app.request.get('/api/v1/users/me/contents').set(headers).expect(200)).body;
const erased = ({ userId }: SignedIn) =>
  until(async () => {
    const { rows } = await app.sql.query(
      `select 1 from jobs where queue = 'erase' and subject_id = $1 and state = 'waiting'`,
      [userId],
    );
    return rows.length === 0;
  });

/** Bundles go with the first sweep an hour after they were written. */
const swept = async () => {
  await sweep({ ...app.services, clock: { now: () => new Date(Date.now() + 2 * 3_600_000) } });
  return objects(app);
};

/** Every row of every table that still names any of these words. */
async function traces(words: string[]): Promise<string[]> {
  const { rows: tables } = await app.sql.query(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await app.sql.query(`select t::text as row from ${name} t where t::text ~ $1`, [
      words.join('|'),
    ]);
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

test('a job lost with everything in Redis is put back', patience, async () => {
  await jobs?.kill('SIGKILL');
  const { datasetId } = await furnish(app, asha, randomHash());
  await remove(asha).expect(204);
  await app.services.redis.flushdb();
  jobs = await startNode('jobs.ts', environmentOf(app));
  await erased(asha);
  expect((await swept()).filter((key) => key.includes(datasetId))).toEqual([]);
});

test('a deletion is previewed, then complete', patience, async () => {
  const shared = randomHash();
  const own = randomHash();
  await furnish(app, other, shared);
  const kept = await objects(app);
  const mine = await furnish(app, asha, own);
  await app.sql.query(`update models set bundle_hash = $2 where id = $1`, [mine.modelId, own]);
  const before = await contents(asha);
  expect(before).toMatchObject({
    counts: { workspaces: 1, apis: 1, datasets: 1, models: 1, keys: 1, sessions: 1, memberships: 0 },
    blockedBy: [],
  });
  await app.request.post('/api/v1/auth/login').send({ email: asha.email }).expect(200);
  const { redis } = app.services;
  await redis.xadd(`events:${asha.workspaceId}`, '*', 'event', '{}');
  const { rows: keys } = await app.sql.query('select id from api_keys where api_id = $1', [mine.apiId]);
  // As the predict path keeps them: an answer, the day's bytes, the month's calls.
  await redis.set(`once:{${asha.workspaceId}}:${keys[0].id}:${own}`, '{"answer":"7"}');
  await redis.set(`once:{${asha.workspaceId}}:bytes:2026-01-01`, '14');
  await redis.set(`limit:{${asha.workspaceId}}:month:2026-01`, '3');
  await redis.set(`once:{${other.workspaceId}}:key_other:${own}`, '{"answer":"8"}');
  await remove(asha).expect(204);
  await app.request.get('/api/v1/auth/me').set(asha.headers).expect(401);
  await erased(asha);
  expect(await swept()).toEqual(kept);
  await expect.poll(() => redis.keys(`*${asha.workspaceId}*`), { timeout: 10_000 }).toEqual([]);
  expect(await redis.exists(`once:{${other.workspaceId}}:key_other:${own}`)).toBe(1);
  const { apiId, datasetId, modelId } = mine;
  const left = await traces([asha.email, asha.username, apiId, datasetId, modelId, own]);
  // Invalidations of the deleted APIs are kept for ten minutes, by their ids.
  expect(left.filter((row) => !/^(jobs|audit_log|route_changes):/.test(row))).toEqual([]);
  const { rows: log } = await app.sql.query(
    'select action, details::text as details, ip from audit_log where workspace_id = $1 order by seq',
    [asha.workspaceId],
  );
  expect(log.map(({ action }) => action)).toContain('account.deleted');
  expect(log.filter(({ details, ip }) => ip !== null || details.includes(asha.email))).toEqual([]);
});

test('a bundle that another model has too stays', patience, async () => {
  const shared = randomHash();
  await furnish(app, other, shared);
  await furnish(app, asha, shared);
  await remove(asha, '/api/v1').expect(204);
  await erased(asha);
  expect(await swept()).toContain(`bundles/${shared}.rowcast`);
});

test('its jobs leave the queue, and what they wrote goes with the files', patience, async () => {
  const before = await objects(app);
  const { body: dataset } = await app.request
    .post('/api/v1/datasets/upload')
    .set(asha.headers)
    .attach('file', Buffer.from('age,churned\n1,0\n2,1\n'), 'table.csv')
    .expect(201);
  const { rows } = await app.sql.query('select id from jobs where subject_id = $1', [dataset.id]);
  const queue = app.services.queues.get('ingest');
  expect(await queue.getJob(rows[0].id)).toBeDefined();
  expect((await contents(asha)).counts).toMatchObject({ datasets: 1, openJobs: 1 });
  await remove(asha).expect(204);
  expect(await queue.getJob(rows[0].id)).toBeUndefined();
  await erased(asha);
  expect(await objects(app)).toEqual(before);
});

test('its keys stop working at once', async () => {
  const { apiId, key } = await furnish(app, asha, randomHash());
  const call = () =>
    app.request
      .post(`/api/v1/predict/${apiId}`)
      .set('authorization', `Bearer ${key}`)
      .send({ instances: [{ age: 1 }] });
  expect((await call()).body.error.code).toBe('API_NOT_DEPLOYED');
  await remove(asha).expect(204);
  const { body } = await call().expect(401);
  expect(body.error.code).toBe('API_KEY_INVALID');
});

describe('is refused', () => {
  const still = async (person: SignedIn) =>
    app.request.get('/api/v1/auth/me').set(person.headers).expect(200);

  test('to a session that proved itself long ago', async () => {
    await app.sql.query(`update sessions set proved_at = now() - interval '11 minutes' where user_id = $1`, [
      asha.userId,
    ]);
    await remove(asha).expect(403, /PROOF_REQUIRED/);
    await still(asha);
  });

  test('to anybody else, without details', async () => {
    await app.request.delete(`/users/${asha.userId}/delete-account`).set(other.headers).expect(404);
    await app.request.delete(`/users/${asha.userId}/delete-account`).expect(401);
    await still(asha);
  });

  test('while others are members, whose workspace it would take away', async () => {
    const workspace = { id: asha.workspaceId, slug: asha.workspaceSlug };
    const member = await app.signIn({ workspace, role: 'developer' });
    const found = await contents(asha);
    expect(found.blockedBy).toEqual([{ slug: asha.workspaceSlug, name: expect.any(String), members: 1 }]);
    // It is to be handed over, not removed.
    expect(found.counts).toMatchObject({ workspaces: 0, apis: 0 });
    const { body } = await remove(asha).expect(409);
    expect(body.error.code).toBe('WORKSPACE_HAS_MEMBERS');
    await still(asha);
    await remove(member).expect(204);
    expect(await contents(asha)).toMatchObject({ blockedBy: [], counts: { workspaces: 1 } });
  });
});

describe('from a team that goes on', () => {
  const join = () =>
    app.sql.query(
      `insert into memberships (workspace_id, user_id, role, created_at) values ($1, $2, 'admin', now())`,
      [other.workspaceId, asha.userId],
    );
  const logOf = async ({ workspaceId }: SignedIn) =>
    (
      await app.sql.query('select action, details from audit_log where workspace_id = $1 order by seq', [
        workspaceId,
      ])
    ).rows;

  test('they leave: their invitations end, members are notified, and their events stop', async () => {
    await join();
    const inTeam = { ...asha.headers, 'x-rowcast-workspace': other.workspaceSlug };
    await app.request.post('/api/v1/team/invites/link').set(inTeam).send({ role: 'viewer' }).expect(201);
    const [theirs, own] = await Promise.all([
      openEventStream(app, other.headers),
      openEventStream(app, asha.headers),
    ]);
    await app.request.delete(`/users/${asha.userId}/delete-account`).set(inTeam).expect(204);
    expect((await theirs.take(1)).at(-1)?.data).toEqual({ type: 'member.removed', userId: asha.userId });
    await own.ended;
    theirs.close();
    const actions = (await logOf(other)).map(({ action }) => action);
    expect(actions).toEqual(['invite.created', 'member.left', 'audit.erased']);
    expect((await logOf(asha)).map(({ action }) => action)).toContain('account.deleted');
    const { rows } = await app.sql.query(
      'select 1 from invites where workspace_id = $1 and revoked_at is null',
      [other.workspaceId],
    );
    expect(rows).toEqual([]);
    expect((await verifyChain(app.services.db, other.workspaceId)).fault).toBeNull();
  });

  test('nobody takes what they did there with them by choosing its words as their own', async () => {
    await join();
    const evil = 'https://evil.example';
    await app.sql.query('update users set webhook_url = $2 where id = $1', [asha.userId, evil]);
    await transact(app.services, async ({ audit }) =>
      audit({
        ...{ action: 'api.updated', targetType: 'api', targetId: 'api_1', workspaceId: other.workspaceId },
        ...{ actorId: asha.userId, after: { corsOrigins: [evil] } },
      }),
    );
    await remove(asha).expect(204);
    expect((await logOf(other))[0]).toMatchObject({ details: { after: { corsOrigins: [evil] } } });
  });

  test('a former address of theirs goes as well, unless it is somebody else’s by now', async () => {
    await join();
    const taken = await app.signIn();
    for (const former of ['former@example.com', taken.email]) {
      const email = asha.email;
      await transact(app.services, async ({ audit }) => {
        audit({
          ...{ action: 'invite.created', targetType: 'invite', targetId: 'inv_1' },
          ...{ workspaceId: other.workspaceId, actorId: null, after: { email: former } },
        });
        audit({
          ...{ action: 'account.email_changed', targetType: 'user', targetId: asha.userId },
          ...{ workspaceId: asha.workspaceId, after: { before: former, after: email } },
        });
      });
    }
    await remove(asha).expect(204);
    const left = JSON.stringify([await logOf(other), await logOf(asha)]);
    expect(left).not.toContain('former@example.com');
    expect(left).toContain(taken.email);
  });
});

test('a workspace with another owner stays theirs', async () => {
  const workspace = { id: asha.workspaceId, slug: asha.workspaceSlug };
  const second = await app.signIn({ workspace, role: 'owner' });
  await remove(asha).expect(204);
  const { body } = await app.request.get('/api/v1/auth/me').set(second.headers).expect(200);
  expect(body.workspaces).toMatchObject([{ id: asha.workspaceId, role: 'owner' }]);
});

test('a process killed in the middle of it only makes it late', { timeout: 120_000 }, async () => {
  const kept = await swept();
  const { apiId, datasetId } = await furnish(app, asha, randomHash());
  for (let part = 0; part < 500; part += 1) await put(app, `uploads/${datasetId}/part-${part}`, 'x');
  await app.sql.query('select ensure_request_log_day(current_date - day) from generate_series(0, 11) day');
  await app.sql.query(
    `insert into request_log (id, workspace_id, api_id, status, rows, latency_ms, at)
     select 'prd_many' || n, $1, $2, 200, 1, 3, now() - make_interval(days => n % 12)
     from generate_series(1, 48000) n`,
    [asha.workspaceId, apiId],
  );
  const other = await app.sql.connect();
  await other.query('begin');
  await other.query("select 1 from request_log where id = 'prd_many5' for update");
  await remove(asha).expect(204);
  const left = async () => {
    const query = 'select count(*)::int as left from request_log where workspace_id = $1';
    return (await app.sql.query(query, [asha.workspaceId])).rows[0].left;
  };
  await until(async () => (await left()) < 48_000);
  await jobs.kill('SIGKILL');
  await other.query('rollback');
  other.release();
  const open = async (): Promise<string[]> => {
    const { rows } = await app.sql.query("select id from jobs where queue = 'erase' and state = 'waiting'");
    return rows.map(({ id }) => id);
  };
  const [job = '', ...others] = await open();
  expect(others).toEqual([]);
  const { queues, redis } = app.services;
  const lock = `${queues.get('erase').toKey(job)}:lock`;
  const seconds = await redis.ttl(lock);
  expect(seconds).toBeGreaterThanOrEqual(0);
  expect(seconds).toBeLessThanOrEqual(15);
  // Rather than wait for it.
  await redis.del(lock);
  jobs = await startNode('jobs.ts', environmentOf(app));
  await until(async () => (await left()) + (await open()).length === 0, 90);
  expect(await swept()).toEqual(kept);
});
