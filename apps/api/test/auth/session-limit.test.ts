import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { openEventStream } from '../harness/event-stream.ts';
import { forgetLimits, linkTokenFor } from '../harness/mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { MAX_SESSIONS: '3' }, heartbeatMs: 200 });
});
afterAll(() => app.close());

const password = 'three blue herons';

/** A person who signs in by password alone, and did so once. */
async function person(): Promise<SignedIn> {
  const member = await app.signIn();
  const { email } = member;
  await app.request.post('/api/v1/auth/forgot-password').send({ email }).expect(202);
  const { body } = await app.request
    .post('/api/v1/auth/reset-password')
    .send({ token: await linkTokenFor(app, email), newPassword: password })
    .expect(200);
  const headers = { authorization: `Bearer ${body.token}` };
  await app.request
    .put('/api/v1/settings/security')
    .set(headers)
    .send({ twoFactorEnabled: false })
    .expect(200);
  return { ...member, token: body.token, headers };
}
const login = ({ email }: SignedIn) => app.request.post('/api/v1/auth/login').send({ email, password });
const me = (token: string) => app.request.get('/api/v1/auth/me').auth(token, { type: 'bearer' });
const open = async ({ userId }: SignedIn) =>
  (
    await app.sql.query(
      'select id from sessions where user_id = $1 and revoked_at is null and expires_at > now()',
      [userId],
    )
  ).rows.length;

test('one sign-in too many ends the session that was not used for the longest time', async () => {
  const who = await person();
  await app.sql.query(`update sessions set last_used_at = now() - interval '1 hour' where user_id = $1`, [
    who.userId,
  ]);
  const stream = await openEventStream(app, who.headers);
  const tokens = [];
  for (let at = 0; at < 3; at++) tokens.push((await login(who).expect(200)).body.token);
  expect(await open(who)).toBe(3);
  await me(who.token).expect(401);
  for (const token of tokens) await me(token).expect(200);
  await stream.ended;
  const { body } = await app.request
    .get('/api/v1/auth/security-log')
    .auth(tokens[2], { type: 'bearer' })
    .expect(200);
  expect(body.data).toContainEqual(
    expect.objectContaining({ kind: 'session_revoked', details: { count: '1', reason: 'limit' } }),
  );
});

test('parallel sign-ins stay within the limit', async () => {
  const who = await person();
  const answers = await Promise.all(Array.from({ length: 8 }, () => login(who)));
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  expect(await open(who)).toBe(3);
});

test('right passwords and right codes share twenty sign-ins in a quarter of an hour', async () => {
  const who = await person();
  const statuses = [];
  for (let at = 0; at < 18; at++) statuses.push((await login(who)).status);
  expect(statuses).toEqual(Array(18).fill(200));
  const byCode = async () => {
    await app.request.post('/api/v1/auth/login').send({ email: who.email }).expect(200);
    const otp = await app.codeFor(who.email);
    return app.request.post('/api/v1/auth/verify-otp').send({ email: who.email, otp });
  };
  expect((await byCode()).status).toBe(200);
  const refused = await login(who).expect(429, /RATE_LIMITED/);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const late = await byCode();
  expect(late.status).toBe(429);
  await login(await person()).expect(200);
  await forgetLimits(app, 'sign-ins');
  await login(who).expect(200);
});
