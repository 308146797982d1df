import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { setUpAuthenticator } from '../harness/authenticator.ts';
import { forgetLimits } from '../harness/mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(() => forgetLimits(app));

const log = async (headers: SignedIn['headers'], query = '') =>
  (await app.request.get(`/api/v1/auth/security-log${query}`).set(headers).expect(200)).body;
const kinds = (page: { data: { kind: string }[] }) => page.data.map(({ kind }) => kind);

async function login(email: string, userAgent: string) {
  await forgetLimits(app);
  await app.request.post('/api/v1/auth/login').send({ email }).expect(200);
  const otp = await app.codeFor(email);
  await app.request
    .post('/api/v1/auth/verify-otp')
    .set('User-Agent', userAgent)
    .send({ email, otp })
    .expect(200);
}

test('what happens to an account stands in its log, audit log and notifications', async () => {
  const person = await app.signIn();
  await setUpAuthenticator(app, person);
  await app.request.post('/api/v1/auth/mfa/disable').set(person.headers).expect(204);
  const page = await log(person.headers);
  expect(kinds(page)).toEqual(['mfa_disabled', 'mfa_enabled']);
  expect(page.data[0]).toMatchObject({ place: { kind: 'loopback' }, device: { kind: expect.any(String) } });
  const { rows: audited } = await app.sql.query(
    `select action, workspace_id from audit_log where actor_id = $1 order by seq`,
    [person.userId],
  );
  expect(audited).toEqual(
    ['account.mfa_enabled', 'account.mfa_disabled'].map((action) => ({
      action,
      workspace_id: person.workspaceId,
    })),
  );
  const { rows: reported } = await app.sql.query(
    `select kind from notifications where user_id = $1 order by created_at, id`,
    [person.userId],
  );
  expect(reported.map(({ kind }) => kind)).toEqual(['security.mfa_enabled', 'security.mfa_disabled']);
});

test('what a person does elsewhere is recorded in the workspace that is their own', async () => {
  const host = await app.signIn();
  const guest = await app.signIn();
  await app.sql.query(
    `insert into memberships (workspace_id, user_id, role, created_at) values ($1, $2, 'viewer', now())`,
    [host.workspaceId, guest.userId],
  );
  await setUpAuthenticator(app, {
    headers: { ...guest.headers, 'X-Rowcast-Workspace': host.workspaceSlug } as SignedIn['headers'],
  });
  const { rows } = await app.sql.query(`select workspace_id from audit_log where actor_id = $1`, [
    guest.userId,
  ]);
  expect(rows).toEqual([{ workspace_id: guest.workspaceId }]);
});

test('a login from a new browser or system is notified', async () => {
  const person = await app.signIn();
  const known = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  await login(person.email, known);
  await login(person.email, known.replaceAll('140.0', '141.0'));
  expect(kinds(await log(person.headers))).toEqual(['signed_in', 'signed_in_new_device']);
  const { rows } = await app.sql.query(`select kind, params from notifications where user_id = $1`, [
    person.userId,
  ]);
  expect(rows).toEqual([
    { kind: 'security.signed_in', params: { device: 'Firefox, Linux', address: '127.0.0.1' } },
  ]);
});

test('a login after a long pause is notified, the very first login is not', async () => {
  const { userId, email, headers } = await app.signIn();
  await app.sql.query('update users set last_login_at = null where id = $1', [userId]);
  await app.sql.query('delete from sessions where user_id = $1', [userId]);
  await login(email, 'first');
  await app.sql.query('delete from sessions where user_id = $1', [userId]);
  await login(email, 'much later');
  const { rows } = await app.sql.query('select kind from security_events where user_id = $1 order by at', [
    userId,
  ]);
  expect(rows.map(({ kind }) => kind)).toEqual(['signed_in', 'signed_in_new_device']);
  await app.request.get('/api/v1/auth/me').set(headers).expect(401);
});

test('a wrong password stands in the log of whose account it was tried on, and changes nothing else', async () => {
  const person = await app.signIn();
  await app.request
    .post('/api/v1/auth/login')
    .set('User-Agent', 'curl/8.5.0')
    .send({ email: person.email, password: 'a guess' })
    .expect(401);
  await expect.poll(async () => kinds(await log(person.headers))).toEqual(['password_refused']);
  const { rows } = await app.sql.query('select 1 from audit_log where workspace_id = $1', [
    person.workspaceId,
  ]);
  expect(rows).toEqual([]);
});

test('the log comes in pages, and nobody sees another’s', async () => {
  const person = await app.signIn();
  const stranger = await app.signIn();
  await app.sql.query(
    `insert into security_events (id, user_id, kind, ip, user_agent, at)
     select 'sev_' || n, $1, 'signed_in', '192.0.2.1', 'x', now() - n * interval '1 minute'
     from generate_series(1, 25) n`,
    [person.userId],
  );
  const first = await log(person.headers, '?page=1&limit=10');
  const last = await log(person.headers, '?page=3&limit=10');
  expect(first.pagination).toEqual({ page: 1, limit: 10, total: 25, totalPages: 3 });
  expect(first.data[0].id).toBe('sev_1');
  expect(last.data.map(({ id }: { id: string }) => id)).toEqual([
    'sev_21',
    'sev_22',
    'sev_23',
    'sev_24',
    'sev_25',
  ]);
  expect((await log(stranger.headers)).pagination.total).toBe(0);
  for (const query of ['?page=0', '?limit=101', '?page=x'])
    await app.request.get(`/api/v1/auth/security-log${query}`).set(person.headers).expect(400);
});

test('the activity log holds what this person changed in the workspace, and nothing else', async () => {
  const owner = await app.signIn();
  const workspace = { id: owner.workspaceId, slug: owner.workspaceSlug };
  const mate = await app.signIn({ workspace, role: 'developer' });
  const created = await app.request
    .post('/api/v1/apis')
    .set(owner.headers)
    .send({ name: 'Churn' })
    .expect(201);
  await app.request.post('/api/v1/apis').set(mate.headers).send({ name: 'Fraud' }).expect(201);
  const { body } = await app.request.get('/api/v1/auth/activity-log').set(owner.headers).expect(200);
  expect(body.pagination.total).toBe(1);
  expect(body.data[0]).toMatchObject({ targetId: created.body.id, action: expect.stringContaining('api') });
});
