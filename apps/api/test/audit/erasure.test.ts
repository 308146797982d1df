import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyChain } from '../../src/features/audit/index.ts';
import { transact } from '../../src/platform/db/unit-of-work.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const faultOf = async ({ workspaceId }: SignedIn) => (await verifyChain(app.services.db, workspaceId)).fault;

const rowsOf = async ({ workspaceId }: SignedIn) =>
  (await app.sql.query('select * from audit_log where workspace_id = $1 order by seq', [workspaceId])).rows;

/** Bob, a member of Ann's workspace, did something there, and something was done about him. */
async function story() {
  const ann = await app.signIn();
  const workspace = { id: ann.workspaceId, slug: ann.workspaceSlug };
  const bob = await app.signIn({ workspace, role: 'developer' });
  const by = (who: SignedIn, ip: string) => ({
    ...app.services,
    ip,
    requestId: 'req_1',
    actor: { userId: who.userId, sessionId: who.sessionId, workspaceId: ann.workspaceId, role: who.role },
  });
  const entries = [
    [by(ann, '203.0.113.1'), 'invite.created', 'inv_1', { email: bob.email.toUpperCase() }],
    [by(bob, '203.0.113.2'), 'api.updated', 'api_1', { name: 'Churn' }],
    [by(ann, '203.0.113.1'), 'user.updated', bob.userId, { phone: '+91 98765' }],
    [by(ann, '203.0.113.1'), 'api.updated', 'api_1', { name: 'Churn again' }],
  ] as const;
  for (const [caller, action, targetId, after] of entries)
    await transact(caller, async ({ audit }) => audit({ action, targetType: 'thing', targetId, after }));
  const erase = (workspaceIds: string[] = []) =>
    transact(by(bob, '203.0.113.2'), async ({ audit, eraseFromAudit }) => {
      audit({
        action: 'user.deleted',
        targetType: 'user',
        targetId: bob.userId,
        before: { email: bob.email },
      });
      eraseFromAudit({ userId: bob.userId, emails: [bob.email], workspaceIds });
    });
  return { ann, bob, erase };
}

test('what names a person goes, what they did stays, and the chain is whole', async () => {
  const { ann, bob, erase } = await story();
  await erase();
  expect(await faultOf(ann)).toBeNull();
  const rows = await rowsOf(ann);
  const text = JSON.stringify(rows).toLowerCase();
  for (const word of [bob.email, '203.0.113.2', '98765']) expect(text).not.toContain(word.toLowerCase());
  expect(rows.map(({ action }) => action)).toEqual([
    ...['invite.created', 'api.updated', 'user.updated', 'api.updated', 'user.deleted', 'audit.erased'],
  ]);
  expect(rows[1]).toMatchObject({ actor_id: bob.userId, details: { after: { name: 'Churn' } }, ip: null });
  expect(rows[3]).toMatchObject({ ip: '203.0.113.1', erased_at: null });
  expect(rows[5].details).toEqual({ after: { addresses: '2,5', details: '1,3,5' } });
});

test('the erasure is in the log, and without it the verifier names the first row that lost something', async () => {
  const { ann, erase } = await story();
  await erase();
  await app.sql.query(`delete from audit_log where workspace_id = $1 and action = 'audit.erased'`, [
    ann.workspaceId,
  ]);
  await app.sql.query(
    `update audit_heads set seq = 5, hash = (select hash from audit_log where workspace_id = $1 and seq = 5)
      where workspace_id = $1`,
    [ann.workspaceId],
  );
  expect(await faultOf(ann)).toMatchObject({ seq: 1 });
});

test('an erasure covers no row but those it names', async () => {
  const { ann, erase } = await story();
  await erase();
  await app.sql.query(
    `update audit_log set ip = null, ip_salt = '', erased_at = now() where workspace_id = $1 and seq = 4`,
    [ann.workspaceId],
  );
  expect(await faultOf(ann)).toMatchObject({ seq: 4 });
});

test('an edited list of what was erased is found out', async () => {
  const { ann, erase } = await story();
  await erase();
  await app.sql.query(
    `update audit_log set details = '{"after":{"addresses":"1-5","details":"1-5"}}' where workspace_id = $1 and seq = 6`,
    [ann.workspaceId],
  );
  expect((await faultOf(ann))?.seq).toBe(1);
});

test('nothing can be put in the place of what was taken out', async () => {
  const { ann, erase } = await story();
  await erase();
  await app.sql.query(
    `update audit_log set details = '{"after":{"email":"someone@else"}}' where workspace_id = $1 and seq = 1`,
    [ann.workspaceId],
  );
  expect(await faultOf(ann)).toMatchObject({ seq: 1 });
});

const invite = ({ workspaceId }: SignedIn, after: Record<string, unknown>) =>
  transact(app.services, async ({ audit }) =>
    audit({ action: 'invite.created', targetType: 'invite', targetId: 'inv_2', workspaceId, after }),
  );

test('a person is erased where they were invited, those they never joined included', async () => {
  const { bob, erase } = await story();
  const other = await app.signIn();
  await invite(other, { email: bob.email });
  await erase([other.workspaceId]);
  expect(JSON.stringify(await rowsOf(other))).not.toContain(bob.email);
  expect(await faultOf(other)).toBeNull();
});

test('what only looks like them stays, and so does all of a workspace that they had no part in', async () => {
  const { ann, bob, erase } = await story();
  const stranger = await app.signIn();
  const kept = [
    { email: `jo${bob.email}` },
    { corsOrigins: [`https://${bob.email}`] },
    { name: bob.email },
    { email: `${bob.email}.example` },
  ];
  for (const details of kept) await invite(ann, details);
  await invite(stranger, { email: bob.email });
  await erase([ann.workspaceId]);
  const left = (await rowsOf(ann)).map(({ details }) => details.after);
  expect(left.slice(4, 8)).toEqual(kept);
  expect(await rowsOf(stranger)).toMatchObject([
    { details: { after: { email: bob.email } }, erased_at: null },
  ]);
});

test('erasing while others write in the same workspaces neither blocks nor breaks a chain', async () => {
  const { ann, erase } = await story();
  const write = () => app.request.post('/api/v1/apis').set(ann.headers).send({ name: 'Churn' }).expect(201);
  await Promise.all([...Array.from({ length: 10 }, write), erase(), ...Array.from({ length: 10 }, write)]);
  expect(await faultOf(ann)).toBeNull();
});

test('the screen says that something was taken out', async () => {
  const { ann, erase } = await story();
  await erase();
  const { body } = await app.request.get('/api/v1/audit-logs').set(ann.headers).expect(200);
  const erased = body.data.filter((row: { erased: boolean }) => row.erased);
  // The fifth is what Bob did to his own account.
  expect(erased.map((row: { seq: number }) => row.seq)).toEqual([3, 2, 1]);
});
