import { allRoutes, screenRoutes } from '@rowcast/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { setUpAuthenticator } from '../harness/authenticator.ts';
import { forgetLimits, linkTokenFor } from '../harness/mail.ts';

let app: TestApp;
let now = Date.now();
beforeAll(async () => {
  app = await startApp({ clock: { now: () => new Date(now) } });
});
afterAll(() => app.close());
beforeEach(() => forgetLimits(app));

type Headers = SignedIn['headers'];
const post = (path: string, headers: Headers, body: object = {}) =>
  app.request.post(`/api/v1/auth/${path}`).set(headers).send(body);
const ageProof = (sessionId: string, time = '10 minutes 1 second') =>
  app.sql.query(`update sessions set proved_at = now() - $2::interval where id = $1`, [sessionId, time]);
/** Something that needs a proof and changes nothing. */
const act = (headers: Headers) => post('mfa/disable', headers);

async function longAgo() {
  const person = await app.signIn();
  await ageProof(person.sessionId);
  return person;
}

test('ten minutes after signing in, what cannot be undone asks again who is there', async () => {
  const person = await app.signIn();
  await act(person.headers).expect(204);
  await ageProof(person.sessionId, '9 minutes 50 seconds');
  await act(person.headers).expect(204);
  await ageProof(person.sessionId);
  const refused = await act(person.headers).expect(403);
  expect(refused.body.error.code).toBe('PROOF_REQUIRED');
  await app.request.get('/api/v1/auth/me').set(person.headers).expect(200);
});

test('every call that promises to ask for a proof does so, before it looks at anything else', async () => {
  const { headers } = await longAgo();
  const calls = [
    ...allRoutes.map((route) => ({ ...route, base: '/api/v1' })),
    ...Object.values(screenRoutes).map((route) => ({ ...route, base: '/api' })),
  ].filter((route) => 'proof' in route && route.proof);
  expect(calls.map(({ id }) => id)).toEqual(
    expect.arrayContaining([
      ...['setupMfa', 'disableMfa', 'renewRecoveryCodes', 'exportAccount', 'requestArchive'],
      'downloadArchive',
      ...['changeUsername', 'confirmUsername'],
    ]),
  );
  for (const { id, method, path, base } of calls) {
    const { status, body } = await app.request[method](base + path.replace(/:\w+/g, 'x')).set(headers);
    expect({ id, status, code: body.error?.code }).toEqual({ id, status: 403, code: 'PROOF_REQUIRED' });
  }
});

test('a mailed code is a proof, for this session only', async () => {
  const person = await longAgo();
  const { body: before } = await app.request.get('/api/v1/auth/proof').set(person.headers).expect(200);
  expect(before).toEqual({ methods: ['email'], provedUntil: null });
  await post('proof/code', person.headers).expect(202);
  const code = await app.codeFor(person.email);
  const wrong = code === '123456' ? '123457' : '123456';
  const refused = await post('proof', person.headers, { method: 'email', code: wrong }).expect(400);
  expect(refused.body.fields).toEqual([{ field: 'code', message: refused.body.message }]);
  const { body } = await post('proof', person.headers, { method: 'email', code }).expect(200);
  expect(Date.parse(body.provedUntil) - Date.now()).toBeGreaterThan(9.9 * 60_000);
  await act(person.headers).expect(204);
  await ageProof(person.sessionId);
  await post('proof', person.headers, { method: 'email', code }).expect(400, /CODE_EXPIRED/);
  await act(person.headers).expect(403);
});

test('who has used a code up is sent another at once', async () => {
  const person = await longAgo();
  for (let time = 0; time < 2; time += 1) {
    await post('proof/code', person.headers).expect(202);
    const code = await app.codeFor(person.email);
    await post('proof', person.headers, { method: 'email', code }).expect(200);
  }
  const { rows } = await app.sql.query('select 1 from mails where recipient = $1', [person.email]);
  expect(rows).toHaveLength(2);
});

test('a code for a login is no proof, and a code for a proof is no login', async () => {
  const person = await longAgo();
  await app.request.post('/api/v1/auth/login').send({ email: person.email }).expect(200);
  const login = await app.codeFor(person.email);
  await post('proof', person.headers, { method: 'email', code: login }).expect(400);
  await post('proof/code', person.headers).expect(202);
  const proof = await app.codeFor(person.email);
  if (login !== proof)
    await app.request
      .post('/api/v1/auth/verify-otp')
      .send({ email: person.email, otp: proof })
      .expect(400, /CODE_WRONG/);
  await act(person.headers).expect(403);
});

test('the password is a proof where there is one', async () => {
  const person = await app.signIn();
  await app.request.post('/api/v1/auth/forgot-password').send({ email: person.email }).expect(202);
  const token = await linkTokenFor(app, person.email);
  const { body: fresh } = await app.request
    .post('/api/v1/auth/reset-password')
    .send({ token, newPassword: 'three blue herons' })
    .expect(200);
  const headers = { authorization: `Bearer ${fresh.token}` };
  await app.sql.query(`update sessions set proved_at = now() - interval '1 hour'`);
  const { body } = await app.request.get('/api/v1/auth/proof').set(headers).expect(200);
  expect(body.methods).toEqual(['password', 'email']);
  await post('proof', headers, { method: 'password', password: 'wrong' }).expect(400, /PASSWORD_WRONG/);
  await act(headers).expect(403);
  await post('proof', headers, { method: 'password', password: 'three blue herons' }).expect(200);
  await act(headers).expect(204);
});

test('where an authenticator is set up, nothing weaker is a proof', async () => {
  const person = await app.signIn();
  const device = await setUpAuthenticator(app, person, () => now);
  await ageProof(person.sessionId);
  const { body } = await app.request.get('/api/v1/auth/proof').set(person.headers).expect(200);
  expect(body.methods).toEqual(['totp']);
  await post('proof/code', person.headers).expect(202);
  const code = await app.codeFor(person.email);
  const refused = await post('proof', person.headers, { method: 'email', code }).expect(400);
  expect(refused.body.fields[0].field).toBe('method');
  await post('proof', person.headers, { method: 'totp', code: device.code() }).expect(400, /MFA_CODE_WRONG/);
  now += 30_000;
  await post('proof', person.headers, { method: 'totp', code: device.code() }).expect(200);
  await act(person.headers).expect(204);
});

/** As on a full disk. */
async function unrecorded(give: () => PromiseLike<unknown>): Promise<void> {
  await app.sql.query(`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'no room' using errcode = 'disk_full'; end $$`);
  await app.sql.query(`create trigger refused before insert on security_events for each row
    when (new.kind = 'proved') execute function refuse()`);
  try {
    await give();
  } finally {
    await app.sql.query('drop function refuse cascade');
  }
}

test('a code whose proof could not be recorded can be shown again', async () => {
  const person = await longAgo();
  await post('proof/code', person.headers).expect(202);
  const mailed = { method: 'email', code: await app.codeFor(person.email) };
  await unrecorded(() => post('proof', person.headers, mailed).expect(503));
  await act(person.headers).expect(403);
  await post('proof', person.headers, mailed).expect(200);

  const device = await setUpAuthenticator(app, person, () => now);
  await ageProof(person.sessionId);
  now += 30_000;
  const shown = { method: 'totp', code: device.code() };
  await unrecorded(() => post('proof', person.headers, shown).expect(503));
  await act(person.headers).expect(403);
  await post('proof', person.headers, shown).expect(200);
});

test('the second factor of logins by password goes only with a proof', async () => {
  const person = await longAgo();
  const save = (body: object) => app.request.put('/api/v1/settings/security').set(person.headers).send(body);
  await save({ twoFactorEnabled: false }).expect(403, /PROOF_REQUIRED/);
  await app.request
    .put('/api/v1/settings')
    .set(person.headers)
    .send({ security: { twoFactorEnabled: false } })
    .expect(403, /PROOF_REQUIRED/);
  await save({ sessionTimeout: 168 }).expect(403, /PROOF_REQUIRED/);
  await save({ twoFactorEnabled: true, sessionTimeout: 8 }).expect(200);
  await save({ sessionTimeout: 24 }).expect(403, /PROOF_REQUIRED/);
});
