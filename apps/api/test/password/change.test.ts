import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { forgetLimits, linkTokenFor } from '../harness/mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(() => forgetLimits(app));

const post = (path: string, body: object) => app.request.post(`/api/v1/auth/${path}`).send(body);
const change = (headers: SignedIn['headers'], body: object) => post('change-password', body).set(headers);
const first = 'three blue herons';
const second = 'four grey herons';

async function withPassword() {
  const { email, userId } = await app.signIn();
  await post('forgot-password', { email }).expect(202);
  const { body } = await post('reset-password', {
    token: await linkTokenFor(app, email),
    newPassword: first,
  }).expect(200);
  const other = await post('login', { email }).expect(200);
  expect(other.body.message).toBe('OTP sent to your email');
  const { body: session } = await post('verify-otp', { email, otp: await app.codeFor(email) }).expect(200);
  const headersOf = (token: string) => ({ authorization: `Bearer ${token}` });
  return { email, userId, headers: headersOf(body.token), elsewhere: headersOf(session.token) };
}
const me = (headers: SignedIn['headers']) => app.request.get('/api/v1/auth/me').set(headers);

test('the current password is needed; the new one takes its place and ends all other sessions', async () => {
  const { email, headers, elsewhere } = await withPassword();
  const wrong = await change(headers, { currentPassword: 'not it', newPassword: second }).expect(400);
  expect(wrong.body).toMatchObject({
    error: { code: 'PASSWORD_WRONG' },
    fields: [{ field: 'currentPassword' }],
  });
  await me(elsewhere).expect(200);
  await change(headers, { currentPassword: first, newPassword: second }).expect(200, {
    message: 'Password changed successfully!',
  });
  await me(headers).expect(200);
  await me(elsewhere).expect(401);
  await post('login', { email, password: first }).expect(401, /CREDENTIALS_WRONG.*"field":"password"/);
  await post('login', { email, password: second }).expect(200);
});

test('without the current password the form says so, whether one is set or not', async () => {
  const { headers } = await app.signIn();
  for (const currentPassword of ['', undefined]) {
    const { body } = await change(headers, { currentPassword, newPassword: second }).expect(400);
    expect(body.error.code).toBe('VALIDATION_FAILED');
    expect(body.fields[0].field).toBe('currentPassword');
  }
  await change(headers, { currentPassword: 'anything', newPassword: second }).expect(409, /PASSWORD_NOT_SET/);
});

test('someone at an open screen gets ten tries, all at once or not', async () => {
  const { headers } = await withPassword();
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => change(headers, { currentPassword: 'guess', newPassword: second })),
  );
  const codes = answers.map(({ body }) => body.error.code);
  expect(codes.filter((code) => code === 'PASSWORD_WRONG')).toHaveLength(10);
  expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(20);
  const refused = await change(headers, { currentPassword: first, newPassword: second }).expect(429);
  expect(Number(refused.get('retry-after'))).toBeGreaterThan(0);
});

test('with a password the login also asks for a mailed code, until its owner wants otherwise', async () => {
  const { email, headers } = await withPassword();
  await forgetLimits(app);
  const { body } = await post('login', { email, password: first }).expect(200);
  expect(body).toEqual({ mfaRequired: true, method: 'email', mfaToken: null, mailbox: '/mailbox' });
  const { body: done } = await post('verify-otp', { email, otp: await app.codeFor(email) }).expect(200);
  expect(done.mfaRequired).toBe(false);
  await app.request
    .put('/api/v1/settings/security')
    .set(headers)
    .send({ twoFactorEnabled: false })
    .expect(200);
  const { body: direct } = await post('login', { email, password: first }).expect(200);
  expect(direct).toMatchObject({ mfaRequired: false, user: { email }, token: expect.any(String) });
});

test('visually identical passwords are equal, however they were typed', async () => {
  const { headers } = await withPassword();
  const composed = 'pässword åäö';
  await change(headers, { currentPassword: first, newPassword: composed.normalize('NFC') }).expect(200);
  await change(headers, { currentPassword: composed.normalize('NFD'), newPassword: second }).expect(200);
});

test('the right password is recorded, also where a mailed code is still awaited', async () => {
  const { email, userId } = await withPassword();
  const stepsOf = async () =>
    (
      await app.sql.query(`select 1 from security_events where user_id = $1 and kind = 'first_step_passed'`, [
        userId,
      ])
    ).rows.length;
  const before = await stepsOf();
  const { body } = await post('login', { email, password: first }).expect(200);
  expect(body).toMatchObject({ mfaRequired: true, method: 'email' });
  expect(await stepsOf()).toBe(before + 1);
});
