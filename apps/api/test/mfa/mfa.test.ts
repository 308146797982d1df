import { allRoutes, screenRoutes } from '@rowcast/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mfaRepository } from '../../src/features/mfa/repository.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { authenticator, setUpAuthenticator } from '../harness/authenticator.ts';
import { forgetLimits, linkTokenFor } from '../harness/mail.ts';

let app: TestApp;
let now = Date.now();
beforeAll(async () => {
  app = await startApp({ clock: { now: () => new Date(now) } });
});
afterAll(() => app.close());
beforeEach(() => forgetLimits(app));

const post = (path: string, body: object) => app.request.post(`/api/v1/auth/${path}`).send(body);
const later = (seconds: number) => {
  now += seconds * 1000;
};

async function withAuthenticator() {
  const person = await app.signIn();
  return { ...person, device: await setUpAuthenticator(app, person, () => now) };
}

async function challenge({ email }: Pick<SignedIn, 'email'>): Promise<string> {
  await forgetLimits(app, 'code');
  await post('login', { email }).expect(200);
  const { body } = await post('verify-otp', { email, otp: await app.codeFor(email) }).expect(200);
  expect(body).toEqual({ mfaRequired: true, method: 'totp', mfaToken: expect.any(String) });
  return body.mfaToken;
}
const sessionsOf = async (userId: string) =>
  (
    await app.sql.query(
      `select count(*)::int as rows from sessions where user_id = $1 and user_agent <> 'factory'`,
      [userId],
    )
  ).rows[0].rows;

test('setting up gives a secret, its QR code and, with the first code, ten recovery codes', async () => {
  const { headers, email } = await app.signIn();
  const setup = (body: object) => post('mfa/setup', body).set(headers);
  const { body: begun } = await setup({}).expect(200);
  expect(begun.uri).toContain(`otpauth://totp/Rowcast:${encodeURIComponent(email)}?`);
  expect(begun.uri).toContain(begun.secret);
  const image = Buffer.from(begun.qrCode.replace('data:image/svg+xml;base64,', ''), 'base64').toString();
  expect(image).toMatch(/^<svg/);
  const device = authenticator(begun.secret, () => now);
  const wrong = device.code() === '000000' ? '111111' : '000000';
  await setup({ code: wrong }).expect(400, /MFA_CODE_WRONG/);
  expect((await app.request.get('/api/v1/auth/me').set(headers)).body.mfaEnabled).toBe(false);
  const { body: done } = await setup({ code: device.code() }).expect(200);
  expect(new Set(done.recoveryCodes).size).toBe(10);
  expect((await app.request.get('/api/v1/auth/me').set(headers)).body.mfaEnabled).toBe(true);
  await setup({}).expect(409, /MFA_ALREADY_ON/);
  await setup({ code: device.code(1) }).expect(409);
});

test('a code of a secret that was replaced meanwhile switches nothing on', async () => {
  const person = await app.signIn();
  const repository = mfaRepository(app.services.db, person.userId);
  await repository.begin('first');
  const read = await repository.device('pending');
  await repository.begin('second');
  expect(await repository.confirm(read?.sealedSecret ?? '', 1)).toBe(false);
  expect((await app.request.get('/api/v1/auth/me').set(person.headers)).body.mfaEnabled).toBe(false);
  expect(await repository.confirm('second', 1)).toBe(true);
});

test('a login is finished by a code of the authenticator', async () => {
  const person = await withAuthenticator();
  later(30);
  const mfaToken = await challenge(person);
  const { body } = await post('mfa/verify', { mfaToken, code: person.device.code() }).expect(200);
  expect(body).toMatchObject({ mfaRequired: false, user: { email: person.email, mfaEnabled: true } });
  await app.request.get('/api/v1/auth/me').auth(body.token, { type: 'bearer' }).expect(200);
});

test('the link of the mail does not go round the authenticator', async () => {
  const person = await withAuthenticator();
  await post('login', { email: person.email }).expect(200);
  const token = await linkTokenFor(app, person.email);
  const { body } = await post('verify-email', { token }).expect(200);
  expect(body).toMatchObject({ mfaRequired: true, method: 'totp' });
  expect(body).not.toHaveProperty('token');
});

test('what stands between the two steps opens nothing else', async () => {
  const person = await withAuthenticator();
  const mfaToken = await challenge(person);
  const calls = [
    ...allRoutes.map((route) => ({ ...route, base: '/api/v1' })),
    ...Object.values(screenRoutes).map((route) => ({ ...route, base: '/api' })),
  ].filter(({ auth }) => auth === 'session');
  expect(calls.length).toBeGreaterThan(40);
  for (const { method, path, base } of calls) {
    const address = base + path.replace(/:\w+/g, 'x');
    const { status, body } = await app.request[method](address).auth(mfaToken, { type: 'bearer' });
    expect({ address, status, code: body.error?.code }).toEqual({
      address,
      status: 401,
      code: 'UNAUTHENTICATED',
    });
    await forgetLimits(app, 'network');
  }
  await post('refresh-token', { refreshToken: mfaToken }).expect(401);
});

test('a token of a session is no first step', async () => {
  const person = await withAuthenticator();
  later(30);
  const { token } = person;
  await post('mfa/verify', { mfaToken: token, code: person.device.code() }).expect(401, /MFA_TOKEN_EXPIRED/);
});

test('the first step is forgotten after ten minutes', async () => {
  const person = await withAuthenticator();
  const mfaToken = await challenge(person);
  later(601);
  await post('mfa/verify', { mfaToken, code: person.device.code() }).expect(401, /MFA_TOKEN_EXPIRED/);
});

test('a new password ends the first step that was made with the old one', async () => {
  const person = await withAuthenticator();
  later(30);
  const mfaToken = await challenge(person);
  await post('forgot-password', { email: person.email }).expect(202);
  const token = await linkTokenFor(app, person.email);
  const { body } = await post('reset-password', { token, newPassword: 'three blue herons' }).expect(200);
  const code = person.device.code();
  await post('mfa/verify', { mfaToken, code }).expect(401, /MFA_TOKEN_EXPIRED/);
  await post('mfa/verify', { mfaToken: body.mfaToken, code }).expect(200);
});

test('a code is accepted once, and none before it afterwards', async () => {
  const person = await withAuthenticator();
  later(60);
  const mfaToken = await challenge(person);
  const verify = (steps: number) => post('mfa/verify', { mfaToken, code: person.device.code(steps) });
  await verify(0).expect(200);
  await verify(0).expect(400, /MFA_CODE_WRONG/);
  await verify(-1).expect(400, /MFA_CODE_WRONG/);
  await verify(1).expect(200);
  await verify(3).expect(400, /MFA_CODE_WRONG/);
});

test('the code that switched the authenticator on is used up', async () => {
  const person = await withAuthenticator();
  const mfaToken = await challenge(person);
  await post('mfa/verify', { mfaToken, code: person.device.code() }).expect(400, /MFA_CODE_WRONG/);
});

test('of many who show the same code at once one gets in', async () => {
  const person = await withAuthenticator();
  later(30);
  const mfaToken = await challenge(person);
  const code = person.device.code();
  const answers = await Promise.all(Array.from({ length: 10 }, () => post('mfa/verify', { mfaToken, code })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await sessionsOf(person.userId)).toBe(1);
});

test('a recovery code works once, with or without its hyphen', async () => {
  const person = await withAuthenticator();
  const mfaToken = await challenge(person);
  const [first = '', second = ''] = person.device.recoveryCodes;
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => post('mfa/verify', { mfaToken, code: first })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  await post('mfa/verify', { mfaToken, code: second.replace('-', '').toUpperCase() }).expect(200);
  const { body } = await app.request.get('/api/v1/auth/security').set(person.headers).expect(200);
  expect(body).toMatchObject({ mfaEnabled: true, recoveryCodesLeft: 8 });
});

test('new recovery codes end the old ones', async () => {
  const person = await withAuthenticator();
  const { body } = await post('mfa/recovery-codes', {}).set(person.headers).expect(200);
  const mfaToken = await challenge(person);
  const [old = ''] = person.device.recoveryCodes;
  await post('mfa/verify', { mfaToken, code: old }).expect(400, /MFA_CODE_WRONG/);
  await post('mfa/verify', { mfaToken, code: body.recoveryCodes[0] }).expect(200);
});

test('ten failures lock the second step for a quarter of an hour, the right code included', async () => {
  const person = await withAuthenticator();
  later(30);
  const mfaToken = await challenge(person);
  const wrong = person.device.code() === '000000' ? '111111' : '000000';
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => post('mfa/verify', { mfaToken, code: wrong })),
  );
  const codes = answers.map(({ body }) => body.error.code);
  expect(codes.filter((code) => code === 'MFA_CODE_WRONG')).toHaveLength(10);
  expect(codes.filter((code) => code === 'MFA_LOCKED')).toHaveLength(30);
  const locked = await post('mfa/verify', { mfaToken, code: person.device.code() }).expect(429);
  expect(locked.body.error.code).toBe('MFA_LOCKED');
  expect(Number(locked.get('retry-after'))).toBeGreaterThan(14 * 60);
  await post('mfa/verify', { mfaToken, code: person.device.recoveryCodes[0] }).expect(429);
  // A new first step is not a new start.
  await post('mfa/verify', { mfaToken: await challenge(person), code: person.device.code() }).expect(429);
  await forgetLimits(app, 'mfa');
  await post('mfa/verify', { mfaToken, code: person.device.code() }).expect(200);
});

test('switched off, it is asked for no more and its codes are gone', async () => {
  const person = await withAuthenticator();
  const before = await challenge(person);
  await post('mfa/disable', {}).set(person.headers).expect(204);
  await forgetLimits(app);
  await post('mfa/verify', { mfaToken: before, code: person.device.code(1) }).expect(400);
  await post('login', { email: person.email }).expect(200);
  const { body } = await post('verify-otp', {
    email: person.email,
    otp: await app.codeFor(person.email),
  }).expect(200);
  expect(body.mfaRequired).toBe(false);
});

test('nothing in the database is a secret or a recovery code', async () => {
  const { device, userId } = await withAuthenticator();
  const { rows } = await app.sql.query(
    `select (select json_agg(d) from totp_devices d where user_id = $1)::text ||
       (select json_agg(r) from recovery_codes r where user_id = $1)::text as dump`,
    [userId],
  );
  expect(rows[0].dump).not.toContain(device.secret);
  for (const code of device.recoveryCodes) {
    expect(rows[0].dump).not.toContain(code);
    expect(rows[0].dump).not.toContain(code.replace('-', ''));
  }
});
