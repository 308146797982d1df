import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import { forgetLimits, linkTokenFor } from '../harness/mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(() => forgetLimits(app));

const post = (path: string, body: object) => app.request.post(`/api/v1/auth/${path}`).send(body);
const newPassword = 'three blue herons';
const me = (token: string) => app.request.get('/api/v1/auth/me').auth(token, { type: 'bearer' });
const withoutEmailCode = (userId: string) =>
  app.sql.query(
    `insert into user_settings (user_id, security, updated_at) values ($1, '{"twoFactorEnabled": false}', now())`,
    [userId],
  );

async function forgot() {
  const person = await app.signIn();
  await post('forgot-password', { email: person.email }).expect(202, {
    message: 'Password reset email sent!',
    mailbox: '/mailbox',
  });
  return person;
}

test('the link sets a first password, ends every session before and signs in', async () => {
  const { email, token: before } = await forgot();
  const token = await linkTokenFor(app, email);
  const { body } = await post('reset-password', { token, newPassword }).expect(200);
  expect(body).toMatchObject({ mfaRequired: false, user: { email } });
  await me(body.token).expect(200);
  await me(before).expect(401);
});

test('the code of the same mail does so as well', async () => {
  const { email, userId } = await forgot();
  const otp = await app.codeFor(email);
  await post('reset-password', { email, otp, newPassword }).expect(200);
  await withoutEmailCode(userId);
  const { body } = await post('login', { email, password: newPassword }).expect(200);
  await me(body.token).expect(200);
});

test('link and code work once, and together only once', async () => {
  const { email } = await forgot();
  const token = await linkTokenFor(app, email);
  const otp = await app.codeFor(email);
  const attempts = await Promise.all([
    ...Array.from({ length: 10 }, () => post('reset-password', { token, newPassword })),
    post('reset-password', { email, otp, newPassword }),
  ]);
  expect(attempts.filter(({ status }) => status === 200)).toHaveLength(1);
  await post('reset-password', { token, newPassword }).expect(400, /LINK_EXPIRED/);
  await post('reset-password', { email, otp, newPassword }).expect(400, /CODE_EXPIRED/);
});

test('a link that was cut short says so, and that a new e-mail helps', async () => {
  const { email } = await forgot();
  const token = (await linkTokenFor(app, email)).slice(0, 9);
  const { body } = await post('reset-password', { token, newPassword }).expect(400, /LINK_EXPIRED/);
  expect(body.message).toMatch(/incomplete.*Request a new email/);
  await post('verify-email', { token }).expect(400, /LINK_EXPIRED/);
});

test('link and code end after ten minutes', async () => {
  const { email } = await forgot();
  const token = await linkTokenFor(app, email);
  const otp = await app.codeFor(email);
  await app.sql.query(`update one_time_codes set expires_at = now() where email = $1`, [email]);
  await post('reset-password', { token, newPassword }).expect(400, /LINK_EXPIRED/);
  await post('reset-password', { email, otp, newPassword }).expect(400, /CODE_EXPIRED/);
});

test('what is mailed for a login sets no password, and what is mailed for a password is no login', async () => {
  const { email } = await forgot();
  const reset = { token: await linkTokenFor(app, email), otp: await app.codeFor(email) };
  await post('verify-email', { token: reset.token }).expect(400, /LINK_EXPIRED/);
  await post('verify-otp', { email, otp: reset.otp }).expect(400);
  await post('login', { email }).expect(200);
  const login = { token: await linkTokenFor(app, email), otp: await app.codeFor(email) };
  await post('reset-password', { token: login.token, newPassword }).expect(400, /LINK_EXPIRED/);
  if (login.otp !== reset.otp)
    await post('reset-password', { email, otp: login.otp, newPassword }).expect(400, /CODE_WRONG/);
  await post('reset-password', { token: reset.token, newPassword }).expect(200);
  await post('verify-email', { token: login.token }).expect(200);
});

test('five wrong codes end the code of a reset', async () => {
  const { email } = await forgot();
  const otp = await app.codeFor(email);
  const wrong = otp === '000000' ? '111111' : '000000';
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => post('reset-password', { email, otp: wrong, newPassword })),
  );
  expect(answers.filter(({ body }) => body.error.code === 'CODE_WRONG')).toHaveLength(5);
  await forgetLimits(app, 'guesses');
  await post('reset-password', { email, otp, newPassword }).expect(429, /CODE_ATTEMPTS_EXCEEDED/);
});

test.each([
  [{ token: 'x'.repeat(43), newPassword: 'short' }, 'newPassword', 'Password must be at least 8 characters'],
  [{ newPassword }, 'token', 'Send the token from the link, or the email and the code'],
  [
    { email: 'a@example.test', newPassword },
    'token',
    'Send the token from the link, or the email and the code',
  ],
])('%o is refused beside its field', async (body, field, message) => {
  const answer = await post('reset-password', body).expect(400);
  expect(answer.body.fields).toContainEqual({ field, message });
});

test('no password reaches the log, the audit log or the database', async () => {
  const { email } = await forgot();
  const token = await linkTokenFor(app, email);
  await post('reset-password', { token, newPassword: 'canary-password-1' }).expect(200);
  const { rows } = await app.sql.query(
    `select (select json_agg(u) from users u)::text || (select json_agg(a) from audit_log a)::text ||
       (select json_agg(e) from security_events e)::text as dump`,
  );
  expect(rows[0].dump).not.toContain('canary-password-1');
  expect(rows[0].dump).not.toContain(token);
  expect(rows[0].dump).toContain('$argon2id$');
});
