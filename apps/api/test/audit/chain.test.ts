import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog } from '../../src/db/schema/evidence.ts';
import { verifyAll, verifyChain } from '../../src/features/audit/index.ts';
import { commitTo, hashRow } from '../../src/platform/audit/hash-chain.ts';
import { transact } from '../../src/platform/db/unit-of-work.ts';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const newWorkspace = () => `ws_${randomBytes(16).toString('hex')}`;
const faultOf = async (workspaceId: string) => (await verifyChain(app.services.db, workspaceId)).fault;

const record = (workspaceId: string, name: string, actorId: string | null = null, ip = '203.0.113.9') =>
  transact({ ...app.services, ip, requestId: 'req_of_the_test' }, async ({ audit }) =>
    audit({
      ...{ action: 'api.updated', targetType: 'api', targetId: 'api_1', workspaceId, actorId },
      ...{ before: { name: 'Old' }, after: { name } },
    }),
  );

/** A chain of eight rows. */
async function chain(): Promise<string> {
  const workspaceId = newWorkspace();
  for (let row = 1; row <= 8; row += 1) await record(workspaceId, `Name ${row}`);
  return workspaceId;
}

test('a chain that nobody touched is whole, and ends in the hash of its last row', async () => {
  const workspaceId = await chain();
  const { rows } = await app.sql.query('select hash from audit_log where workspace_id = $1 and seq = 8', [
    workspaceId,
  ]);
  expect(await verifyChain(app.services.db, workspaceId)).toEqual({
    workspaceId,
    rows: 8,
    hash: rows[0].hash,
    fault: null,
  });
});

/** Else the broken chain would be found by the tests of all chains. */
async function forget(workspaceId: string): Promise<void> {
  await app.sql.query('delete from audit_log where workspace_id = $1', [workspaceId]);
  await app.sql.query('delete from audit_heads where workspace_id = $1', [workspaceId]);
}

/** What somebody with the database in their hands may try, and the row that is to be named. */
const attacks: [what: string, statements: string[], seq: number][] = [
  ['the action edited', [`update audit_log set action = 'api.read' where seq = 3`], 3],
  ['the actor replaced', [`update audit_log set actor_id = 'usr_other' where seq = 3`], 3],
  ['the target replaced', [`update audit_log set target_id = 'api_2' where seq = 8`], 8],
  ['the time moved', [`update audit_log set at = at - interval '1 hour' where seq = 1`], 1],
  ['the request forgotten', [`update audit_log set request_id = null where seq = 2`], 2],
  ['details edited', [`update audit_log set details = '{"after":{"name":"X"}}' where seq = 4`], 4],
  [
    'details swapped with their salt',
    [`update audit_log set details = '{}', details_salt = 'aa' where seq = 4`],
    4,
  ],
  ['an address edited', [`update audit_log set ip = '198.51.100.1' where seq = 5`], 5],
  ['an address removed', [`update audit_log set ip = null where seq = 5`], 5],
  [
    'details erased without a record',
    [`update audit_log set details = '{}', details_salt = '', erased_at = now() where seq = 6`],
    6,
  ],
  [
    'an address erased without a record',
    [`update audit_log set ip = null, ip_salt = '', erased_at = now() where seq = 6`],
    6,
  ],
  ['the first row removed', ['delete from audit_log where seq = 1'], 1],
  ['a row in the middle removed', ['delete from audit_log where seq = 5'], 5],
  [
    'a row removed, the rest moved up',
    [
      'delete from audit_log where seq = 5',
      'update audit_log set seq = seq - 1 where seq = 6',
      'update audit_log set seq = seq - 1 where seq = 7',
      'update audit_log set seq = seq - 1 where seq = 8',
      'update audit_heads set seq = 7',
    ],
    5,
  ],
  ['the tail cut off', ['delete from audit_log where seq > 6'], 7],
  [
    'the tail cut off and the head set back',
    ['delete from audit_log where seq > 6', 'update audit_heads set seq = 6'],
    6,
  ],
  ['all rows removed', ['delete from audit_log'], 1],
  ['the head removed', ['delete from audit_heads'], 1],
  [
    'two rows exchanged',
    [
      'update audit_log set seq = -1 where seq = 3',
      'update audit_log set seq = 3 where seq = 4',
      'update audit_log set seq = 4 where seq = -1',
    ],
    3,
  ],
  [
    'a row added at the end',
    [
      `insert into audit_log (workspace_id, seq, id, at, actor_id, action, target_type, target_id,
      details, details_salt, details_hash, ip, ip_salt, ip_hash, request_id, erased_at, previous_hash, hash)
      select workspace_id, 9, 'aud_forged', at, actor_id, action, target_type, target_id,
      details, details_salt, details_hash, ip, ip_salt, ip_hash, request_id, erased_at, previous_hash, hash
      from audit_log where seq = 8`,
    ],
    9,
  ],
];

describe.each(attacks)('%s', (_what, statements, seq) => {
  test(`names row ${seq}`, async () => {
    const workspaceId = await chain();
    for (const statement of statements) {
      const scoped = / where /.test(statement) ? `${statement} and` : `${statement} where`;
      const clause = `workspace_id = '${workspaceId}'`;
      await app.sql.query(`${scoped} ${clause}`);
    }
    expect(await faultOf(workspaceId)).toMatchObject({ workspaceId, seq });
    await forget(workspaceId);
  });
});

const at = (workspaceId: string, seq: number) =>
  and(eq(auditLog.workspaceId, workspaceId), eq(auditLog.seq, seq));
const rowAt = async (workspaceId: string, seq: number) => {
  const [row] = await app.services.db.select().from(auditLog).where(at(workspaceId, seq));
  if (!row) throw new Error(`no row ${seq}`);
  return row;
};
const change = (workspaceId: string, seq: number, values: Partial<typeof auditLog.$inferInsert>) =>
  app.services.db.update(auditLog).set(values).where(at(workspaceId, seq));

test('details edited together with what commits to them name their row', async () => {
  const workspaceId = await chain();
  const { detailsSalt } = await rowAt(workspaceId, 4);
  const details = { after: { name: 'X' } };
  await change(workspaceId, 4, { details, detailsHash: commitTo(detailsSalt, details) });
  expect(await faultOf(workspaceId)).toMatchObject({ seq: 4 });
  await forget(workspaceId);
});

test('a row forged with its hash, to which the next one was tied, is given away by the next one', async () => {
  const workspaceId = await chain();
  const forged = { ...(await rowAt(workspaceId, 4)), action: 'api.read' };
  const hash = hashRow(forged);
  await change(workspaceId, 4, { action: forged.action, hash });
  expect(await faultOf(workspaceId)).toMatchObject({ seq: 5 });
  await change(workspaceId, 5, { previousHash: hash });
  expect(await faultOf(workspaceId)).toMatchObject({ seq: 5 });
  await forget(workspaceId);
});

test('parallel changes make one chain without gaps', async () => {
  const workspaceId = newWorkspace();
  await Promise.all(Array.from({ length: 60 }, (_, each) => record(workspaceId, `Name ${each}`)));
  expect(await verifyChain(app.services.db, workspaceId)).toMatchObject({ rows: 60, fault: null });
});

test('transactions over several chains do not wait for each other in a circle', async () => {
  const [one, other] = [newWorkspace(), newWorkspace()];
  const both = (first: string, second: string) =>
    transact(app.services, async ({ audit }) => {
      for (const workspaceId of [first, second])
        audit({ action: 'api.updated', targetType: 'api', targetId: 'api_1', workspaceId });
    });
  await Promise.all(
    Array.from({ length: 20 }, (_, each) => (each % 2 ? both(one, other) : both(other, one))),
  );
  expect(await faultOf(one)).toBeNull();
  expect(await faultOf(other)).toBeNull();
});

test('a change whose record fails does not happen', async () => {
  const { headers, workspaceId } = await app.signIn();
  await app.sql.query(
    `alter table audit_log add constraint no_more check (workspace_id <> '${workspaceId}') not valid`,
  );
  const { body } = await app.request.post('/api/v1/apis').set(headers).send({ name: 'Churn' }).expect(500);
  expect(body.error.code).toBe('INTERNAL');
  await app.sql.query('alter table audit_log drop constraint no_more');
  const { rows } = await app.sql.query('select 1 from apis where workspace_id = $1', [workspaceId]);
  expect(rows).toEqual([]);
});

test('a change that fails leaves no record', async () => {
  const workspaceId = newWorkspace();
  await expect(
    transact(app.services, async ({ audit }) => {
      audit({ action: 'api.updated', targetType: 'api', targetId: 'api_1', workspaceId });
      throw new Error('it did not work');
    }),
  ).rejects.toThrow('it did not work');
  expect(await verifyChain(app.services.db, workspaceId)).toMatchObject({ rows: 0, fault: null });
});

test('in the log time never runs backwards', async () => {
  const workspaceId = newWorkspace();
  const at = (time: string) =>
    transact({ ...app.services, clock: { now: () => new Date(time) } }, async ({ audit }) =>
      audit({ action: 'api.updated', targetType: 'api', targetId: 'api_1', workspaceId }),
    );
  await at('2026-03-01T10:00:05.000Z');
  await at('2026-03-01T10:00:00.000Z');
  const { rows } = await app.sql.query('select at from audit_log where workspace_id = $1', [workspaceId]);
  expect(rows.map((row) => row.at.toISOString())).toEqual(Array(2).fill('2026-03-01T10:00:05.000Z'));
});

test('every chain is walked, those of workspaces that are gone included', async () => {
  const workspaceId = await chain();
  const seen = [];
  for await (const verdict of verifyAll(app.services.db)) seen.push(verdict.workspaceId);
  expect(seen).toContain(workspaceId);
});

test('a chain rewritten from its start is detected by a stored hash of the previous one', async () => {
  const workspaceId = await chain();
  const kept = await verifyChain(app.services.db, workspaceId);
  await record(workspaceId, 'Name 9');
  expect((await verifyChain(app.services.db, workspaceId, kept)).fault).toBeNull();
  await app.sql.query('delete from audit_log where workspace_id = $1', [workspaceId]);
  await app.sql.query('delete from audit_heads where workspace_id = $1', [workspaceId]);
  expect((await verifyChain(app.services.db, workspaceId, kept)).fault).toMatchObject({ seq: 1 });
  for (let row = 1; row <= 9; row += 1) await record(workspaceId, `Another name ${row}`);
  expect(await faultOf(workspaceId)).toBeNull();
  expect((await verifyChain(app.services.db, workspaceId, kept)).fault).toMatchObject({ seq: 8 });
});

/** The program as `./rowcast audit verify` runs it. */
function program(...args: string[]): Promise<{ code: unknown; output: string }> {
  const env = { ...process.env, DATABASE_URL: app.services.config.DATABASE_URL };
  return new Promise((resolve) =>
    execFile(process.execPath, ['src/audit.ts', ...args], { env }, (error, output) =>
      resolve({ code: error ? error.code : 0, output }),
    ),
  );
}

test('the program names what is broken or, by what was kept of it, gone', { timeout: 60_000 }, async () => {
  const workspaceId = await chain();
  const folder = await mkdtemp(path.join(tmpdir(), 'rowcast-audit-'));
  const file = path.join(folder, 'before.json');
  const { code, output } = await program('--json');
  expect(code).toBe(0);
  await writeFile(file, output);
  await app.sql.query(`update audit_log set action = 'api.read' where workspace_id = $1 and seq = 4`, [
    workspaceId,
  ]);
  expect(await program()).toEqual({
    code: 1,
    output: expect.stringContaining(`BROKEN  ${workspaceId}  row 4: it was edited`),
  });
  await app.sql.query('delete from audit_log where workspace_id = $1', [workspaceId]);
  await app.sql.query('delete from audit_heads where workspace_id = $1', [workspaceId]);
  expect(await program('--against', file)).toEqual({
    code: 1,
    output: expect.stringContaining(`BROKEN  ${workspaceId}  row 1: it is missing`),
  });
  await rm(folder, { recursive: true });
});
