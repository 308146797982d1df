import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBody } from '../../src/features/mail/index.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let asha: SignedIn;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  const keys = await app.services.redis.keys('limit:*');
  if (keys.length) await app.services.redis.del(keys);
  asha = await app.signIn();
});

const post = (path: string, body: object, { headers }: SignedIn = asha) =>
  app.request.post(`/api/v1/users/me/${path}`).set(headers).send(body);
const me = async ({ headers }: SignedIn = asha) =>
  (await app.request.get('/api/v1/auth/me').set(headers).expect(200)).body;
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');
const word = () => Math.random().toString(36).slice(2, 10);

async function mailsTo(email: string): Promise<string[]> {
  const { rows } = await app.sql.query(
    'select sealed_body from mails where recipient = $1 order by created_at, id',
    [email],
  );
  return rows.map((row) => openBody(row.sealed_body, app.services.config.ENCRYPTION_KEY).text);
}

test('a new address needs the code that was sent to it, and the old address is notified', async () => {
  const email = `new-${word()}@example.test`;
  await post('email', { email: email.toUpperCase() }).expect(202);
  expect(await mailsTo(asha.email)).toEqual([]);
  const code = await app.codeFor(email);
  await post('email/confirm', { email, otp: otherThan(code) }).expect(400, /CODE_WRONG/);
  expect((await me()).email).toBe(asha.email);
  const { body } = await post('email/confirm', { email, otp: code }).expect(200);
  expect(body).toMatchObject({ id: asha.userId, email });
  expect(await mailsTo(asha.email)).toEqual([expect.stringContaining(email)]);
  await post('email/confirm', { email, otp: code }).expect(400, /CODE_EXPIRED/);
});

test('a code for one address does not bring another, nor does a code for signing in', async () => {
  const [email, another] = [`a-${word()}@example.test`, `b-${word()}@example.test`];
  await post('email', { email }).expect(202);
  const otp = await app.codeFor(email);
  await post('email/confirm', { email: another, otp }).expect(400, /CODE_EXPIRED/);
  const other = await app.signIn();
  await app.request.post('/api/v1/auth/login').send({ email: other.email }).expect(200);
  const login = await app.codeFor(other.email);
  await post('email/confirm', { email: other.email, otp: login }).expect(400, /CODE_EXPIRED/);
  expect((await me()).email).toBe(asha.email);
});

test('an address with an account is refused, but only to who can read its mail', async () => {
  const { email } = await app.signIn();
  await post('email', { email }).expect(202);
  const { body } = await post('email/confirm', { email, otp: await app.codeFor(email) }).expect(409);
  expect(body).toMatchObject({ error: { code: 'EMAIL_TAKEN' }, fields: [{ field: 'email' }] });
});

test('an address is not changed by a session that proved itself long ago', async () => {
  const email = `new-${word()}@example.test`;
  await post('email', { email }).expect(202);
  const otp = await app.codeFor(email);
  await app.sql.query(`update sessions set proved_at = now() - interval '11 minutes' where user_id = $1`, [
    asha.userId,
  ]);
  await post('email', { email }).expect(403, /PROOF_REQUIRED/);
  await post('email/confirm', { email, otp }).expect(403, /PROOF_REQUIRED/);
  expect((await me()).email).toBe(asha.email);
});

test('a new username moves the workspace, and the former address stays its own', async () => {
  const username = `renamed-${word()}`;
  await post('username', { username }).expect(202);
  const otp = await app.codeFor(asha.email);
  const { body } = await post('username/confirm', { username, otp }).expect(200);
  expect(body).toMatchObject({
    username,
    workspaces: [{ id: asha.workspaceId, slug: username, formerSlugs: [asha.username] }],
  });
  expect((await mailsTo(asha.email)).at(-1)).toContain(username);
  const thief = await app.signIn();
  await post('username', { username: asha.username }, thief).expect(409, /USERNAME_TAKEN/);
  await post('username', { username }, thief).expect(409, /USERNAME_TAKEN/);
  await app.services.redis.del(await app.services.redis.keys('limit:*'));
  await post('username', { username: asha.username }).expect(202);
  const back = await post('username/confirm', {
    username: asha.username,
    otp: await app.codeFor(asha.email),
  }).expect(200);
  expect(back.body.workspaces).toMatchObject([{ slug: asha.username, formerSlugs: [username] }]);
});

test.each(['admin', 'api', 'settings', 'login', 'apis', '500'])(
  '%s is a page, not a person',
  async (username) => {
    const { body } = await post('username', { username }).expect(409);
    expect(body).toMatchObject({ error: { code: 'USERNAME_TAKEN' }, fields: [{ field: 'username' }] });
  },
);

test.each(['../x', 'a b', 'Asha', '-asha', 'asha-', '', 'a'.repeat(41), 'äsha', '%2e%2e', 'a\u0000b'])(
  'the username %j is refused',
  async (username) => {
    const { body } = await post('username', { username }).expect(400);
    expect(body.fields).toMatchObject([{ field: 'username' }]);
  },
);

test('of two people who want one username at once, one gets it', async () => {
  const username = `wanted-${word()}`;
  const both = [asha, await app.signIn()];
  const codes: string[] = [];
  for (const person of both) {
    await post('username', { username }, person).expect(202);
    codes.push(await app.codeFor(person.email));
  }
  const answers = await Promise.all(
    both.map((person, at) => post('username/confirm', { username, otp: codes[at] }, person)),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('a sign-up that nobody finished does not keep an address from who can read its mail', async () => {
  const email = `mine-${word()}@example.test`;
  const stranger = { name: 'Not Asha', email, phoneNumber: '+91 98765 43210' };
  await app.request.post('/api/v1/auth/signup').send(stranger).expect(202);
  await post('email', { email }).expect(202);
  const { body } = await post('email/confirm', { email, otp: await app.codeFor(email) }).expect(200);
  expect(body).toMatchObject({ id: asha.userId, email });
});

test('one person has codes sent to five new addresses an hour, from wherever they ask', async () => {
  const ask = (person?: SignedIn) => post('email', { email: `any-${word()}@example.test` }, person);
  for (let turn = 0; turn < 5; turn += 1) await ask().expect(202);
  await ask().expect(429, /RATE_LIMITED/);
  await ask(await app.signIn()).expect(202);
});
