import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import { waitingForLocks } from '../harness/locks.ts';
import { linkTokenFor } from '../harness/mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const person = (email: string, name = 'Asha Rao') => ({ name, email, phoneNumber: '+91 98765 43210' });
const signup = (body: object) => app.request.post('/api/v1/auth/signup').send(body);
const verify = (email: string, otp: string) =>
  app.request.post('/api/v1/auth/verify-otp').send({ email, otp });
/** As if the minute between two codes had passed. */
const waitAMinute = async () => {
  const keys = await app.services.redis.keys('limit:code-cooldown:*');
  if (keys.length) await app.services.redis.del(keys);
};

async function register(email: string, name?: string) {
  await signup(person(email, name)).expect(202);
  return verify(email, await app.codeFor(email)).expect(200);
}

test('a code turns a sign-up into an account with a workspace of its own', async () => {
  const answer = await signup(person('Asha@Example.test')).expect(202);
  expect(answer.body).toEqual({
    message: 'Account created successfully! Please check your email for verification.',
    mailbox: '/mailbox',
  });
  const verified = await verify('asha@example.test', await app.codeFor('asha@example.test')).expect(200);
  expect(verified.body).toMatchObject({
    mfaRequired: false,
    user: {
      username: 'asha-rao',
      email: 'asha@example.test',
      workspaces: [{ slug: 'asha-rao', role: 'owner' }],
    },
  });
  const me = await app.request
    .get('/api/v1/auth/me')
    .auth(verified.body.token, { type: 'bearer' })
    .expect(200);
  expect(me.body).toEqual(verified.body.user);
});

test('who has an account already is mailed a code that signs in, and nothing of it changes', async () => {
  const { body: before } = await register('taken@example.test');
  const fresh = await signup(person('fresh@example.test')).expect(202);
  const again = await signup(person('taken@example.test', 'Some Body')).expect(202);
  expect(again.body).toEqual(fresh.body);
  const { body } = await verify('taken@example.test', await app.codeFor('taken@example.test')).expect(200);
  expect(body.user).toEqual({ ...before.user, lastLoginAt: expect.any(String) });
});

test('two proofs at the same moment make one account with one workspace', async () => {
  const email = 'twice@example.test';
  await signup(person(email, 'Twice Over')).expect(202);
  const otp = await app.codeFor(email);
  await app.request.post('/api/v1/auth/forgot-password').send({ email }).expect(202);
  const token = await linkTokenFor(app, email);
  const holder = await app.sql.connect();
  await holder.query('begin');
  await holder.query('select 1 from users where email = $1 for update', [email]);
  const proofs = Promise.all([
    verify(email, otp).expect(200),
    app.request
      .post('/api/v1/auth/reset-password')
      .send({ token, newPassword: 'three blue herons' })
      .expect(200),
  ]);
  await expect.poll(() => waitingForLocks(app)).toBe(2);
  await holder.query('commit');
  holder.release();
  await proofs;
  const { rows } = await app.sql.query(
    `select w.slug from users u join memberships m on m.user_id = u.id
     join workspaces w on w.id = m.workspace_id where u.email = $1`,
    [email],
  );
  expect(rows).toEqual([{ slug: 'twice-over' }]);
});

test('an address that somebody leaves at this moment stays theirs', async () => {
  const { body } = await register('leaver@example.test', 'Lena Leaver');
  await signup(person('namesake@example.test', 'Lena Leaver')).expect(202);
  const otp = await app.codeFor('namesake@example.test');
  const [workspace] = body.user.workspaces;
  const leaver = await app.sql.connect();
  await leaver.query('begin');
  await leaver.query(`update workspaces set slug = 'lena-elsewhere' where id = $1`, [workspace.id]);
  await leaver.query(`update users set username = 'lena-elsewhere' where id = $1`, [body.user.id]);
  await leaver.query('insert into former_slugs (slug, workspace_id, changed_at) values ($1, $2, now())', [
    ...['lena-leaver', workspace.id],
  ]);
  const verified = verify('namesake@example.test', otp).expect(200).then();
  await expect.poll(() => waitingForLocks(app)).toBe(1);
  await leaver.query('commit');
  leaver.release();
  expect((await verified).body.user).toMatchObject({
    username: 'lena-leaver-2',
    workspaces: [{ slug: 'lena-leaver-2' }],
  });
});

test('who never verified is overwritten and gets another code', async () => {
  await signup(person('late@example.test', 'First Try')).expect(202);
  const first = await app.codeFor('late@example.test');
  await signup(person('late@example.test', 'Second Try')).expect(429);
  await waitAMinute();
  await signup(person('late@example.test', 'Second Try')).expect(202);
  const second = await app.codeFor('late@example.test');
  if (first !== second) await verify('late@example.test', first).expect(400);
  const verified = await verify('late@example.test', second).expect(200);
  expect(verified.body.user.name).toBe('Second Try');
});

test('who left before the code arrived can log in and finish', async () => {
  await signup(person('paused@example.test', 'Paused Person')).expect(202);
  await waitAMinute();
  await app.request.post('/api/v1/auth/login').send({ email: 'paused@example.test' }).expect(200);
  const { body } = await verify('paused@example.test', await app.codeFor('paused@example.test')).expect(200);
  expect(body.user.username).toBe('paused-person');
});

test('twenty parallel sign-ups with one address make one account', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => signup(person('rush@example.test'))));
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 429]));
  await verify('rush@example.test', await app.codeFor('rush@example.test')).expect(200);
});

test('usernames are unique, also when given at the same moment', async () => {
  const emails = Array.from({ length: 8 }, (_, at) => `twin${at}@example.test`);
  const users = await Promise.all(emails.map((email) => register(email, 'Twin Peak')));
  const names = users.map(({ body }) => body.user.username);
  expect(new Set(names).size).toBe(8);
  expect(names).toContain('twin-peak');
});

test.each([
  ['Admin', 'root@example.test', /^admin-2$/],
  ['अमित', 'amit.k@example.test', /^amit-k$/],
  ['Zoë Ångström', 'z@example.test', /^zoe-angstrom$/],
])('the name %s gives a username that no page has', async (name, email, expected) => {
  const { body } = await register(email, name);
  expect(body.user.username).toMatch(expected);
});

test('fields are checked with the messages of the form', async () => {
  const { body } = await signup({ name: 'A', email: 'no', phoneNumber: '12' }).expect(400);
  expect(body.error.code).toBe('VALIDATION_FAILED');
  expect(body.fields.map(({ message }: { message: string }) => message)).toEqual(
    expect.arrayContaining([
      'Name is required',
      'Please enter a valid email',
      'Phone number must be at least 10 digits',
    ]),
  );
});

test('rights injected into the body are refused, and no account is made', async () => {
  const rights = { role: 'admin', verifiedAt: new Date(), id: 'usr_1' };
  const { body } = await signup({ ...person('inject@example.test'), ...rights }).expect(400);
  expect(body.fields.map(({ field }: { field: string }) => field)).toEqual(Object.keys(rights));
  const { rows } = await app.sql.query(`select 1 from users where email = 'inject@example.test'`);
  expect(rows).toEqual([]);
});

test.each([
  [{ name: 'A'.repeat(300) }, 'name', 'Use at most 100 characters'],
  [{ name: undefined }, 'name', 'Name is required'],
  [{ phoneNumber: undefined }, 'phoneNumber', 'Phone number must be at least 10 digits'],
  [{ email: undefined }, 'email', 'Please enter a valid email'],
])('a sign-up with %j says in plain words what is wrong', async (change, field, message) => {
  const { body } = await signup({ ...person('plain@example.test'), ...change }).expect(400);
  expect(body.fields).toEqual([{ field, message }]);
});
