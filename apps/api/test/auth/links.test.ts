import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBody } from '../../src/features/mail/index.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { forgetLimits, linkTokenFor } from '../harness/mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { PUBLIC_URL: 'https://rowcast.test', MAIL_LOCAL: 'false' } });
});
afterAll(() => app.close());
beforeEach(() => forgetLimits(app));

const post = (path: string, body: object) => app.request.post(`/api/v1/auth/${path}`).send(body);

async function linkSent() {
  const { email, userId } = await app.signIn();
  await post('login', { email }).expect(200);
  return { email, userId, token: await linkTokenFor(app, email) };
}

test('the link of a mail signs in, and makes a sign-up an account', async () => {
  const { email, token } = await linkSent();
  const { body } = await post('verify-email', { token }).expect(200);
  expect(body).toMatchObject({ mfaRequired: false, user: { email } });
  const person = { name: 'Lena Link', email: 'lena@example.test', phoneNumber: '+91 98765 43210' };
  await post('signup', person).expect(202);
  const signedUp = await post('verify-email', { token: await linkTokenFor(app, person.email) }).expect(200);
  expect(signedUp.body.user).toMatchObject({ username: 'lena-link', workspaces: [{ role: 'owner' }] });
});

test('of fifty who follow the link at once one gets in, and the code is used up with it', async () => {
  const { email, userId, token } = await linkSent();
  const otp = await app.codeFor(email);
  const answers = await Promise.all([
    ...Array.from({ length: 49 }, () => post('verify-email', { token })),
    post('verify-otp', { email, otp }),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { rows } = await app.sql.query(
    `select count(*)::int as sessions from sessions where user_id = $1 and user_agent <> 'factory'`,
    [userId],
  );
  expect(rows[0].sessions).toBe(1);
});

test('a link ends after ten minutes, and with the next mail', async () => {
  const first = await linkSent();
  await app.sql.query('update one_time_codes set expires_at = now() where email = $1', [first.email]);
  await post('verify-email', { token: first.token }).expect(400, /LINK_EXPIRED/);
  const second = await linkSent();
  await forgetLimits(app);
  await post('resend-otp', { email: second.email }).expect(202);
  await post('verify-email', { token: second.token }).expect(400, /LINK_EXPIRED/);
});

test('a link leads to this installation, whatever host the request names', async () => {
  const { email } = await app.signIn();
  await app.request
    .post('/api/v1/auth/login')
    .set({ Host: 'evil.test', 'X-Forwarded-Host': 'evil.test' })
    .send({ email })
    .expect(200);
  const { rows } = await app.sql.query('select sealed_body from mails where recipient = $1', [email]);
  const { link, text } = openBody(rows[0].sealed_body, app.services.config.ENCRYPTION_KEY);
  expect(link).toMatch(/^https:\/\/rowcast\.test\/verify-email#token=[\w-]{43}$/);
  expect(text).toContain(link);
  expect(text).not.toContain('evil');
});

test('after a hundred wrong codes in a row only the link is left, and with it codes work again', async () => {
  const { email } = await linkSent();
  const key = await app.services.redis.keys('limit:guesses-row*');
  expect(key).toEqual([]);
  const wrong = (await app.codeFor(email)) === '000000' ? '111111' : '000000';
  await post('verify-otp', { email, otp: wrong }).expect(400);
  const [row = ''] = await app.services.redis.keys('limit:guesses-row*');
  await app.services.redis.incrby(row, 99);
  const refused = await post('verify-otp', { email, otp: await app.codeFor(email) }).expect(429);
  expect(refused.body.error.code).toBe('GUESSES_EXCEEDED');
  expect(Number(refused.get('retry-after'))).toBeGreaterThan(0);
  await post('login', { email, password: 'guess' }).expect(429, /GUESSES_EXCEEDED/);
  await post('verify-email', { token: await linkTokenFor(app, email) }).expect(200);
  await post('login', { email }).expect(200);
  await post('verify-otp', { email, otp: await app.codeFor(email) }).expect(200);
});

test.each(['', 'x', '../../etc/passwd', 'x'.repeat(129), '\u0000'.repeat(43), 'x'.repeat(43)])(
  'the token %j opens nothing',
  async (token) => {
    expect((await post('verify-email', { token })).status).toBe(400);
  },
);
