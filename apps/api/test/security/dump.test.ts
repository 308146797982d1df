import { afterAll, beforeAll, expect, test } from 'vitest';
import { decrypt } from '../../src/platform/security/encryption.ts';
import { hashPassword, isPassword } from '../../src/platform/security/password-hash.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { setUpAuthenticator } from '../harness/authenticator.ts';
import { forgetLimits, linkTokenFor } from '../harness/mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { MAIL_LOCAL: 'false' } });
});
afterAll(() => app.close());

const post = (path: string, body: object) => app.request.post(`/api/v1/auth/${path}`).send(body);

/** Every row of every table, as someone has it who has run away with the database. */
async function dump(): Promise<string> {
  const { rows: tables } = await app.sql.query(
    `select tablename from pg_tables where schemaname = 'public' order by tablename`,
  );
  const texts = [];
  for (const { tablename } of tables) {
    const { rows } = await app.sql.query(`select json_agg(t)::text as rows from "${tablename}" t`);
    texts.push(rows[0].rows ?? '');
  }
  return texts.join('\n');
}

test('a copy of the database holds nothing that opens an account', async () => {
  const person = await app.signIn();
  const { email } = person;
  const device = await setUpAuthenticator(app, person);
  await post('login', { email }).expect(200);
  const code = await app.codeFor(email);
  const link = await linkTokenFor(app, email);
  await forgetLimits(app);
  await post('forgot-password', { email }).expect(202);
  const resetCode = await app.codeFor(email);
  const reset = await linkTokenFor(app, email);
  const other = await app.signIn();
  await post('login', { email: other.email }).expect(200);
  const verified = await post('verify-otp', {
    email: other.email,
    otp: await app.codeFor(other.email),
  }).expect(200);
  const renewed = await post('refresh-token', { refreshToken: verified.body.refreshToken }).expect(200);
  await post('forgot-password', { email: other.email }).expect(202);
  const newPassword = 'canary three blue herons';
  await post('reset-password', { token: await linkTokenFor(app, other.email), newPassword }).expect(200);

  const everything = await dump();
  expect(everything).toContain(email);
  const secrets = {
    link,
    reset,
    newPassword,
    seed: device.secret,
    seedAsHex: Buffer.from(device.secret).toString('hex'),
    refreshToken: verified.body.refreshToken,
    nextRefreshToken: renewed.body.data.refreshToken,
    accessToken: verified.body.token,
    ...Object.fromEntries(device.recoveryCodes.entries()),
  };
  for (const [name, secret] of Object.entries(secrets)) {
    expect(everything.includes(String(secret)), name).toBe(false);
  }
  // Six digits can stand in any number, so they are looked for as a value.
  for (const digits of [code, resetCode])
    expect(everything).not.toMatch(new RegExp(`[\\s":]${digits}[\\s",.\\\\]`));
});

test('a key of another installation opens neither a password nor a seed nor a code', async () => {
  const person = await app.signIn();
  await setUpAuthenticator(app, person);
  const { DATABASE_URL, REDIS_URL } = app.services.config;
  const stolen = await startApp({ env: { DATABASE_URL, REDIS_URL } });
  const { rows } = await app.sql.query('select sealed_secret from totp_devices where user_id = $1', [
    person.userId,
  ]);
  expect(() => decrypt(rows[0].sealed_secret, stolen.services.config.ENCRYPTION_KEY)).toThrow();
  const hash = await hashPassword(app.services, 'three blue herons');
  expect(await isPassword(app.services, hash, 'three blue herons')).toBe(true);
  expect(await isPassword(stolen.services, hash, 'three blue herons')).toBe(false);
  const { email } = await app.signIn();
  await post('login', { email }).expect(200);
  const entered = { email, otp: await app.codeFor(email) };
  await stolen.request.post('/api/v1/auth/verify-otp').send(entered).expect(400);
  await post('verify-otp', entered).expect(200);
  await stolen.close();
});
