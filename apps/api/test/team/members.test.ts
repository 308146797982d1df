import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { openEventStream } from '../harness/event-stream.ts';
import { waitingForLocks } from '../harness/locks.ts';
import { inWorkspace, joined, workspaceOf } from './people.ts';

let app: TestApp;
let owner: SignedIn;
beforeAll(async () => {
  // So rarely that what ends a stream is never the heartbeat.
  app = await startApp({ heartbeatMs: 600_000 });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signIn();
});

const change = (by: SignedIn, id: string, role: string) =>
  app.request.patch(`/api/v1/team/members/${id}`).set(by.headers).send({ role });
const remove = (by: SignedIn, id: string) => app.request.delete(`/api/v1/team/members/${id}`).set(by.headers);
const leave = (by: SignedIn) => app.request.post('/api/v1/team/leave').set(by.headers);
const handOver = (by: SignedIn, memberId: string) =>
  app.request.post('/api/v1/team/hand-over').set(by.headers).send({ memberId });
const rolesNow = async () => {
  const { body } = await app.request.get('/api/v1/team/members').set(owner.headers).expect(200);
  return Object.fromEntries(body.data.map(({ id, role }: { id: string; role: string }) => [id, role]));
};
const createApi = (by: SignedIn) => app.request.post('/api/v1/apis').set(by.headers).send({ name: 'Churn' });

test('everyone in the workspace sees its members, with role and last visit', async () => {
  const viewer = await joined(app, owner, 'viewer');
  const { body } = await app.request.get('/api/v1/team/members').set(viewer.headers).expect(200);
  expect(body.data).toEqual([
    expect.objectContaining({ id: owner.userId, email: owner.email, role: 'owner', status: 'active' }),
    expect.objectContaining({ id: viewer.userId, role: 'viewer', lastActiveAt: expect.any(String) }),
  ]);
});

test('a role that was taken away is refused at the next call, and a given one counts at once', async () => {
  const person = await joined(app, owner, 'developer');
  await createApi(person).expect(201);
  await change(owner, person.userId, 'viewer').expect(200, /"role":"viewer"/);
  await createApi(person).expect(403, /Access denied. You don't have permission to perform this action./);
  await change(owner, person.userId, 'admin').expect(200);
  await createApi(person).expect(201);
});

test("nobody can make anyone an owner by a role, or change the owner's", async () => {
  const admin = await joined(app, owner, 'admin');
  const person = await joined(app, owner, 'viewer');
  await change(admin, person.userId, 'owner').expect(400, /VALIDATION_FAILED/);
  await change(owner, person.userId, 'owner').expect(400, /VALIDATION_FAILED/);
  await change(admin, admin.userId, 'owner').expect(400);
  await change(admin, owner.userId, 'viewer').expect(409, /OWNER_MUST_STAY/);
  await remove(admin, owner.userId).expect(409, /OWNER_MUST_STAY/);
  await handOver(admin, admin.userId).expect(403, /FORBIDDEN/);
  expect(await rolesNow()).toEqual({
    [owner.userId]: 'owner',
    [admin.userId]: 'admin',
    [person.userId]: 'viewer',
  });
});

test('nobody rises by their own hand; an admin may step down', async () => {
  for (const role of ['developer', 'tester', 'viewer'] as const) {
    const person = await joined(app, owner, role);
    await change(person, person.userId, 'admin').expect(403, /FORBIDDEN/);
  }
  const admin = await joined(app, owner, 'admin');
  await change(admin, admin.userId, 'tester').expect(200);
  await change(admin, admin.userId, 'admin').expect(403);
});

test('a person of another workspace is not found', async () => {
  const stranger = await app.signIn();
  await change(owner, stranger.userId, 'viewer').expect(404);
  await remove(owner, stranger.userId).expect(404);
  await handOver(owner, stranger.userId).expect(404);
});

test('a removed member is notified, disconnected and rejected from the next call on', async () => {
  const person = await joined(app, owner, 'admin');
  const staying = await openEventStream(app, owner.headers);
  const stream = await openEventStream(app, person.headers);
  await remove(owner, person.userId).expect(204);
  await stream.ended;
  expect((await stream.take(1)).map(({ data }) => data)).toEqual([
    { type: 'member.removed', userId: person.userId },
  ]);
  await app.request.get('/api/v1/apis').set(person.headers).expect(404);
  expect((await openEventStream(app, person.headers)).response.status).toBe(404);
  const again = await app.services.events.publish(owner.workspaceId, { type: 'teamSettings.changed' });
  expect(again).toBeUndefined();
  expect((await staying.take(2)).length).toBe(2);
  staying.close();
});

test('an open page receives a changed role', async () => {
  const person = await joined(app, owner, 'developer');
  const stream = await openEventStream(app, person.headers);
  await change(owner, person.userId, 'tester').expect(200);
  const [event] = await stream.take(1);
  expect(event?.data).toEqual({ type: 'member.changed', userId: person.userId, role: 'tester' });
  stream.close();
});

test('one may leave, but not the last owner', async () => {
  const person = await joined(app, owner, 'viewer');
  await leave(person).expect(204);
  await leave(person).expect(404);
  await leave(owner).expect(409, /Transfer ownership first/);
  await change(owner, owner.userId, 'admin').expect(409);
});

test('the owner hands over and stays as admin; then they may leave, and still have a workspace', async () => {
  const heir = await joined(app, owner, 'developer');
  await handOver(owner, heir.userId).expect(204);
  expect(await rolesNow()).toEqual({ [owner.userId]: 'admin', [heir.userId]: 'owner' });
  await handOver(owner, owner.userId).expect(403);
  await leave(owner).expect(204);
  const { body } = await app.request.get('/api/v1/auth/me').set(owner.headers).expect(200);
  expect(body.workspaces).toEqual([expect.objectContaining({ role: 'owner' })]);
  expect(body.workspaces[0].slug).not.toBe(owner.workspaceSlug);
  await app.request.get('/api/v1/apis').set(inWorkspace(owner, owner.workspaceSlug)).expect(404);
  await app.request.get('/api/v1/apis').set(owner.headers).expect(200);
});

test('a workspace is not handed over from a session that was left open', async () => {
  const admin = await joined(app, owner, 'admin');
  await app.sql.query("update sessions set proved_at = now() - interval '11 minutes' where user_id = $1", [
    owner.userId,
  ]);
  await handOver(owner, admin.userId).expect(403, /PROOF_REQUIRED/);
  expect((await rolesNow())[owner.userId]).toBe('owner');
});

test('of 10 parallel hand-overs one takes place, and there is one owner', async () => {
  const heirs = await Promise.all(Array.from({ length: 10 }, () => joined(app, owner, 'admin')));
  const answers = await Promise.all(heirs.map(({ userId }) => handOver(owner, userId)));
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([204, ...Array.from({ length: 9 }, () => 403)]);
  const owners = Object.values(await rolesNow()).filter((role) => role === 'owner');
  expect(owners).toHaveLength(1);
});

test('who loses the role while their call waits for its turn has lost it for that call too', async () => {
  const person = await joined(app, owner, 'admin');
  const other = await joined(app, owner, 'viewer');
  const invite = async (body: object) =>
    app.request.post('/api/v1/team/invites').set(person.headers).send(body);
  const holder = await app.sql.connect();
  await holder.query('begin');
  await holder.query('select 1 from workspaces where id = $1 for update', [owner.workspaceId]);
  const waiting = Promise.all([
    change(person, person.userId, 'admin'),
    change(person, other.userId, 'admin'),
    remove(person, other.userId),
    invite({ email: 'friend@example.test', role: 'admin' }),
    app.request.put('/api/v1/team/settings').set(person.headers).send({ allowMemberInvites: true }),
  ]);
  await expect.poll(() => waitingForLocks(app)).toBe(5);
  await holder.query("update memberships set role = 'viewer' where user_id = $1 and workspace_id = $2", [
    person.userId,
    owner.workspaceId,
  ]);
  await holder.query('commit');
  holder.release();
  expect((await waiting).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  expect(await rolesNow()).toMatchObject({ [person.userId]: 'viewer', [other.userId]: 'viewer' });
});

test('where the workspace goes while a call waits for its turn, there is nobody to change', async () => {
  const other = await joined(app, owner, 'viewer');
  const holder = await app.sql.connect();
  await holder.query('begin');
  await holder.query('delete from workspaces where id = $1', [owner.workspaceId]);
  const waiting = change(owner, other.userId, 'admin').then(({ status }) => status);
  await expect.poll(() => waitingForLocks(app)).toBe(1);
  await holder.query('commit');
  holder.release();
  expect(await waiting).toBe(404);
});

test('who leaves both their teams at once has a workspace afterwards, and one only', async () => {
  const second = await app.signIn();
  const person = await app.signIn({ workspace: workspaceOf(owner), role: 'viewer' });
  await app.sql.query(
    `insert into memberships (workspace_id, user_id, role, created_at) values ($1, $2, 'viewer', now())`,
    [second.workspaceId, person.userId],
  );
  const holder = await app.sql.connect();
  await holder.query('begin');
  await holder.query('select 1 from users where id = $1 for update', [person.userId]);
  const leaving = Promise.all(
    [owner, second].map(({ workspaceSlug }) =>
      leave({ ...person, headers: inWorkspace(person, workspaceSlug) }).expect(204),
    ),
  );
  await expect.poll(() => waitingForLocks(app)).toBe(2);
  await holder.query('commit');
  holder.release();
  await leaving;
  const { rows } = await app.sql.query('select role from memberships where user_id = $1', [person.userId]);
  expect(rows).toEqual([{ role: 'owner' }]);
});

test('a removed member whose only workspace it was gets one of their own', async () => {
  const person = await app.signIn({ workspace: workspaceOf(owner), role: 'viewer' });
  await remove(owner, person.userId).expect(204);
  const { body } = await app.request.get('/api/v1/auth/me').set(person.headers).expect(200);
  expect(body.workspaces).toEqual([expect.objectContaining({ role: 'owner' })]);
});
