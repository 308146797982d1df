import { createSession } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { signAccessToken } from '../../src/features/auth/index.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { openEventStream } from '../harness/event-stream.ts';
import { forgetLimits } from '../harness/mail.ts';

const chromeOnMac =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(() => forgetLimits(app));

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const list = async (headers: SignedIn['headers']) =>
  (await app.request.get('/api/v1/auth/sessions').set(headers).expect(200)).body.data;
const revoke = (headers: SignedIn['headers'], body: object) =>
  app.request.post('/api/v1/auth/sessions/revoke').set(headers).send(body);
const me = (headers: SignedIn['headers']) => app.request.get('/api/v1/auth/me').set(headers);

async function login(email: string, userAgent = chromeOnMac) {
  await app.request.post('/api/v1/auth/login').send({ email }).expect(200);
  const { body } = await app.request
    .post('/api/v1/auth/verify-otp')
    .set('User-Agent', userAgent)
    .send({ email, otp: await app.codeFor(email) })
    .expect(200);
  return { ...body, headers: bearer(body.token) };
}
async function elsewhere({ userId }: SignedIn) {
  const { id: sessionId } = await createSession(app.sql, { userId });
  return { sessionId, headers: bearer(signAccessToken(app.services, { userId, sessionId })) };
}
const setTimeoutHours = (headers: SignedIn['headers'], sessionTimeout: number) =>
  app.request.put('/api/v1/settings/security').set(headers).send({ sessionTimeout });
const hoursLeft = async (headers: SignedIn['headers']) => {
  const [current] = await list(headers);
  return (Date.parse(current.expiresAt) - Date.parse(current.lastUsedAt)) / 3_600_000;
};

test('sessions are listed with device, place and last use, the one that asks first', async () => {
  const person = await app.signIn();
  await elsewhere(person);
  const { headers } = await login(person.email);
  const sessions = await list(headers);
  expect(sessions).toHaveLength(3);
  expect(sessions[0]).toMatchObject({
    current: true,
    device: { browser: 'Chrome', os: 'macOS', kind: 'desktop' },
    place: { kind: 'loopback', address: '127.0.0.1' },
  });
  expect(sessions.slice(1).map(({ current }: { current: boolean }) => current)).toEqual([false, false]);
});

test('a session that is ended is refused at its next call, and its stream closes at once', async () => {
  const person = await app.signIn();
  const other = await elsewhere(person);
  const stream = await openEventStream(app, other.headers);
  const own = await openEventStream(app, person.headers);
  await revoke(person.headers, { sessionId: other.sessionId }).expect(204);
  await me(other.headers).expect(401, /UNAUTHENTICATED/);
  // The heart of this server beats every 15 seconds: only the news of the change can end the stream so soon.
  await Promise.race([
    stream.ended,
    new Promise((_, reject) => setTimeout(() => reject(new Error('the stream is still open')), 1_000)),
  ]);
  await me(person.headers).expect(200);
  await app.services.events.publish(person.workspaceId, {
    type: 'calls.logged',
    apiId: `api_${'0'.repeat(32)}`,
  });
  expect((await own.take(3)).map(({ data }) => (data as { type: string }).type)).toContain('calls.logged');
  own.close();
});

test('all others end at once, this one stays', async () => {
  const person = await app.signIn();
  const others = await Promise.all([elsewhere(person), elsewhere(person)]);
  const stranger = await app.signIn();
  await revoke(person.headers, { others: true }).expect(204);
  for (const { headers } of others) await me(headers).expect(401);
  await me(person.headers).expect(200);
  await me(stranger.headers).expect(200);
  expect(await list(person.headers)).toHaveLength(1);
});

test("another person's session is not found", async () => {
  const person = await app.signIn();
  const stranger = await app.signIn();
  await revoke(person.headers, { sessionId: stranger.sessionId }).expect(404, /NOT_FOUND/);
  await me(stranger.headers).expect(200);
});

test.each([
  {},
  { others: false },
  { others: true, sessionId: `ses_${'0'.repeat(32)}` },
  { sessionId: 'ses_1' },
])('%o names no session', async (body) => {
  const { headers } = await app.signIn();
  await revoke(headers, body).expect(400, /VALIDATION_FAILED/);
});

test('a session ended by its own refresh token coming back is refused as well', async () => {
  const person = await app.signIn();
  const { refreshToken, headers } = await login(person.email);
  const refresh = (token: string) =>
    app.request.post('/api/v1/auth/refresh-token').send({ refreshToken: token });
  await refresh(refreshToken).expect(200);
  await app.sql.query(`update refresh_tokens set used_at = used_at - interval '11 seconds'`);
  await refresh(refreshToken).expect(401);
  await me(headers).expect(401);
});

test('a session lasts as long as its owner has chosen, also the ones that are open', async () => {
  const person = await app.signIn();
  expect(await hoursLeft(person.headers)).toBeCloseTo(24, 1);
  for (const hours of [1, 8, 168]) {
    await setTimeoutHours(person.headers, hours).expect(200);
    expect(await hoursLeft(person.headers)).toBeCloseTo(hours, 1);
    await forgetLimits(app);
    const fresh = await login(person.email);
    expect((Date.parse(fresh.expiresAt) - Date.now()) / 3_600_000).toBeCloseTo(hours, 1);
    const { body } = await app.request
      .post('/api/v1/auth/refresh-token')
      .send({ refreshToken: fresh.refreshToken })
      .expect(200);
    expect((Date.parse(body.data.expiresAt) - Date.now()) / 3_600_000).toBeCloseTo(hours, 1);
  }
  await setTimeoutHours(person.headers, 5).expect(400, /VALIDATION_FAILED/);
});

test('a shorter length ends what has not been used for that long', async () => {
  const person = await app.signIn();
  const idle = await elsewhere(person);
  await app.sql.query(`update sessions set last_used_at = now() - interval '2 hours' where id = $1`, [
    idle.sessionId,
  ]);
  await setTimeoutHours(person.headers, 1).expect(200);
  await me(idle.headers).expect(401);
  await me(person.headers).expect(200);
});

test('the last use is kept to the minute', async () => {
  const person = await app.signIn();
  await app.sql.query(`update sessions set last_used_at = now() - interval '1 hour' where id = $1`, [
    person.sessionId,
  ]);
  await me(person.headers).expect(200);
  await expect
    .poll(async () => Date.now() - Date.parse((await list(person.headers))[0].lastUsedAt))
    .toBeLessThan(60_000);
});
