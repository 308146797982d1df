import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { waitingForLocks } from '../harness/locks.ts';
import { joined, tokenIn, tokenMailedTo } from './people.ts';

let app: TestApp;
let owner: SignedIn;
beforeAll(async () => {
  app = await startApp({ env: { PUBLIC_URL: 'https://rowcast.test' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signIn();
});

let count = 0;
const freshEmail = () => `guest-${++count}-${Date.now()}@example.test`;
const invite = (by: SignedIn, body: object) =>
  app.request.post('/api/v1/team/invites').set(by.headers).send(body);
const link = (by: SignedIn, body: object = {}) =>
  app.request.post('/api/v1/team/invites/link').set(by.headers).send(body);
const lookUp = (token: string) => app.request.post('/api/v1/team/invites/look-up').send({ token });
const accept = (by: SignedIn, token: string) =>
  app.request.post('/api/v1/team/invites/accept').set(by.headers).send({ token });
const list = async (by: SignedIn) =>
  (await app.request.get('/api/v1/team/invites').set(by.headers).expect(200)).body.data;
const settings = (body: object) =>
  app.request.put('/api/v1/team/settings').set(owner.headers).send(body).expect(200);
const linkToken = async (by: SignedIn) => tokenIn((await link(by).expect(201)).body.link);

test('an invited person joins by the mailed link, with the role they were invited to', async () => {
  const email = freshEmail();
  const { body } = await invite(owner, {
    email: email.toUpperCase(),
    role: 'developer',
    message: 'Hello\nthere',
  });
  expect(body).toMatchObject({ email, role: 'developer', status: 'pending', needsApproval: false });
  const days = (Date.parse(body.expiresAt) - Date.parse(body.invitedAt)) / 86_400_000;
  expect(days).toBeCloseTo(7);
  const token = await tokenMailedTo(app, email);
  const seen = await lookUp(token).expect(200);
  expect(seen.body).toMatchObject({ workspace: { slug: owner.workspaceSlug }, role: 'developer', email });
  const guest = await app.signIn({ email });
  const { body: workspace } = await accept(guest, token).expect(200);
  expect(workspace).toMatchObject({ slug: owner.workspaceSlug, role: 'developer' });
  const { body: me } = await app.request.get('/api/v1/auth/me').set(guest.headers);
  expect(me.workspaces.map(({ slug }: { slug: string }) => slug)).toEqual([
    guest.workspaceSlug,
    owner.workspaceSlug,
  ]);
  expect(await list(owner)).toEqual([expect.objectContaining({ email, status: 'accepted' })]);
});

test('a link has 256 random bits, and the database holds no way back to it', async () => {
  const first = await linkToken(owner);
  const second = await linkToken(owner);
  expect(Buffer.from(first, 'base64url')).toHaveLength(32);
  expect(first).not.toBe(second);
  const { rows } = await app.sql.query('select * from invites where workspace_id = $1', [owner.workspaceId]);
  const kept = JSON.stringify(rows);
  for (const token of [first, second]) {
    expect(kept).not.toContain(token);
    expect(kept).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  }
  await lookUp(rows[0].token_hash).expect(410, /INVITE_INVALID/);
});

test('a link works once: of 20 people at the same moment one joins', async () => {
  const token = await linkToken(owner);
  const people = await Promise.all(Array.from({ length: 20 }, () => app.signIn()));
  const answers = await Promise.all(people.map((person) => accept(person, token)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { body, status } of answers.filter((answer) => answer.status !== 200))
    expect({ status, code: body.error.code }).toEqual({ status: 410, code: 'INVITE_USED' });
});

test('accepting twice gives the same response; after a removal the link is invalid', async () => {
  const token = await linkToken(owner);
  const guest = await app.signIn();
  await accept(guest, token).expect(200);
  await accept(guest, token).expect(200);
  await app.request.delete(`/api/v1/team/members/${guest.userId}`).set(owner.headers).expect(204);
  await accept(guest, token).expect(410, /INVITE_USED/);
});

test('a named invite is for its address alone', async () => {
  const email = freshEmail();
  await invite(owner, { email, role: 'viewer' }).expect(201);
  const token = await tokenMailedTo(app, email);
  const other = await app.signIn();
  await accept(other, token).expect(409, /INVITE_OTHER_EMAIL/);
  await accept(await app.signIn({ email }), token).expect(200);
});

test('links that expired, were taken back or never were say so', async () => {
  const token = await linkToken(owner);
  const guest = await app.signIn();
  await app.sql.query("update invites set expires_at = now() - interval '1 second' where workspace_id = $1", [
    owner.workspaceId,
  ]);
  await lookUp(token).expect(410, /INVITE_EXPIRED/);
  await accept(guest, token).expect(410, /INVITE_EXPIRED/);
  const [expired] = await list(owner);
  expect(expired).toMatchObject({ status: 'expired', email: null });
  await app.request.delete(`/api/v1/team/invites/${expired.id}`).set(owner.headers).expect(204);
  await accept(guest, token).expect(410, /INVITE_INVALID/);
  await accept(guest, `${token}x`).expect(410, /INVITE_INVALID/);
  expect(await list(owner)).toEqual([]);
});

test('sending again gives a new link for seven days, kills the old one, and needs a pause', async () => {
  const email = freshEmail();
  const { body } = await invite(owner, { email, role: 'viewer' }).expect(201);
  const old = await tokenMailedTo(app, email);
  await app.sql.query("update invites set expires_at = now() - interval '1 day' where id = $1", [body.id]);
  const resend = () => app.request.post(`/api/v1/team/invites/${body.id}/resend`).set(owner.headers);
  await resend().expect(200, /"status":"pending"/);
  await resend().expect(429, /RATE_LIMITED/);
  await lookUp(old).expect(410, /INVITE_INVALID/);
  const guest = await app.signIn({ email });
  await accept(guest, await tokenMailedTo(app, email)).expect(200);
  await resend().expect(409, /INVITE_CLOSED/);
  await app.request
    .delete(`/api/v1/team/invites/${body.id}`)
    .set(owner.headers)
    .expect(409, /INVITE_CLOSED/);
});

test('what may be sent again is counted before the team is held, so that Redis holds up nobody else', async () => {
  const { body } = await invite(owner, { email: freshEmail(), role: 'viewer' }).expect(201);
  const counted = () => app.services.redis.exists(`limit:invite-resend:${body.id}`);
  const others = await app.sql.connect();
  try {
    await others.query('begin');
    await others.query('select 1 from workspaces where id = $1 for no key update', [owner.workspaceId]);
    const resend = app.request.post(`/api/v1/team/invites/${body.id}/resend`).set(owner.headers);
    const sent = resend.then(({ status }) => status);
    await expect.poll(() => waitingForLocks(app)).toBe(1);
    expect(await counted()).toBe(1);
    await others.query('commit');
    expect(await sent).toBe(200);
  } finally {
    others.release();
  }
});

test('an address is invited once at a time, and no member twice', async () => {
  const email = freshEmail();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => invite(owner, { email, role: 'viewer' })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    201,
    ...Array.from({ length: 9 }, () => 409),
  ]);
  await invite(owner, { email: owner.email, role: 'viewer' }).expect(409, /ALREADY_MEMBER/);
  await accept(owner, await linkToken(owner)).expect(409, /ALREADY_MEMBER/);
});

test.each([
  [{ email: 'nobody', role: 'viewer' }, 'Please enter a valid email address'],
  [{ email: 'a@b.test' }, 'Please select a role'],
  [{ email: 'a@b.test', role: 'owner' }, 'Please select a role'],
  [{ email: 'a@b.test', role: 'viewer', message: 'x'.repeat(501) }, '500 characters'],
])('%o is refused with its sentence', async (body, sentence) => {
  await invite(owner, body).expect(400, new RegExp(sentence));
});

test('a removed or demoted member leaves no invite behind to come back by', async () => {
  for (const take of [
    (id: string) => app.request.delete(`/api/v1/team/members/${id}`).set(owner.headers).expect(204),
    (id: string) =>
      app.request.patch(`/api/v1/team/members/${id}`).set(owner.headers).send({ role: 'viewer' }).expect(200),
  ]) {
    const admin = await joined(app, owner, 'admin');
    const token = tokenIn((await link(admin, { role: 'admin' }).expect(201)).body.link);
    await take(admin.userId);
    await accept(await app.signIn(), token).expect(410, /INVITE_INVALID/);
  }
});

test("another workspace's invites are not found", async () => {
  const { body } = await invite(owner, { email: freshEmail(), role: 'viewer' }).expect(201);
  const stranger = await app.signIn();
  for (const action of ['resend', 'approve'])
    await app.request.post(`/api/v1/team/invites/${body.id}/${action}`).set(stranger.headers).expect(404);
  await app.request.delete(`/api/v1/team/invites/${body.id}`).set(stranger.headers).expect(404);
});

test('members invite only where the team lets them, and to no more than they are', async () => {
  const developer = await joined(app, owner, 'developer');
  const viewer = await joined(app, owner, 'viewer');
  const email = freshEmail();
  await invite(developer, { email, role: 'viewer' }).expect(403, /FORBIDDEN/);
  await settings({ allowMemberInvites: true });
  await invite(developer, { email, role: 'admin' }).expect(403);
  await invite(viewer, { email, role: 'viewer' }).expect(403);
  await invite(developer, { email, role: 'developer' }).expect(201);
  await invite(owner, { email: freshEmail(), role: 'viewer' }).expect(201);
  expect(await list(developer)).toHaveLength(1);
  expect(await list(owner)).toHaveLength(2);
});

test("where approval is asked for, a member's invite goes out only then", async () => {
  await settings({ allowMemberInvites: true, requireApproval: true });
  const developer = await joined(app, owner, 'developer');
  const email = freshEmail();
  const { body } = await invite(developer, { email, role: 'viewer' }).expect(201);
  expect(body.needsApproval).toBe(true);
  await expect(tokenMailedTo(app, email)).rejects.toThrow();
  const resend = app.request.post(`/api/v1/team/invites/${body.id}/resend`);
  await resend.set(developer.headers).expect(409, /INVITE_NOT_APPROVED/);
  const approve = (by: SignedIn) =>
    app.request.post(`/api/v1/team/invites/${body.id}/approve`).set(by.headers);
  await approve(developer).expect(403);
  const token = await linkToken(developer);
  await accept(await app.signIn(), token).expect(409, /INVITE_NOT_APPROVED/);
  await approve(owner).expect(200, /"needsApproval":false/);
  await accept(await app.signIn({ email }), await tokenMailedTo(app, email)).expect(200);
});
