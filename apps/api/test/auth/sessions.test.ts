import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let now = Date.now();
beforeAll(async () => {
  app = await startApp({ clock: { now: () => new Date(now) } });
});
afterAll(() => app.close());

async function signedIn() {
  const { email, workspaceSlug } = await app.signIn();
  await app.request.post('/api/v1/auth/login').send({ email }).expect(200);
  const otp = await app.codeFor(email);
  const { body } = await app.request.post('/api/v1/auth/verify-otp').send({ email, otp }).expect(200);
  return { email, workspaceSlug, token: body.token as string, refreshToken: body.refreshToken as string };
}
const refresh = (refreshToken: string) =>
  app.request.post('/api/v1/auth/refresh-token').send({ refreshToken });
const me = (token: string) => app.request.get('/api/v1/auth/me').auth(token, { type: 'bearer' });
const ageUse = (seconds: number) =>
  app.sql.query(`update refresh_tokens set used_at = used_at - make_interval(secs => $1)`, [seconds]);

test('a refresh token is exchanged for its successor', async () => {
  const { refreshToken } = await signedIn();
  const { body } = await refresh(refreshToken).expect(200);
  expect(body.data.refreshToken).not.toBe(refreshToken);
  expect(Date.parse(body.data.expiresAt) - Date.now()).toBeGreaterThan(23.9 * 3_600_000);
  await me(body.data.token).expect(200);
  await refresh(body.data.refreshToken).expect(200);
});

test('twenty parallel refreshes stay one lineage', async () => {
  const { refreshToken } = await signedIn();
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refreshToken)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const successors = new Set(answers.map(({ body }) => body.data.refreshToken));
  expect(successors.size).toBe(1);
  await refresh([...successors][0]).expect(200);
});

test('a used token that comes back after the grace ends the session, successor included', async () => {
  const { refreshToken } = await signedIn();
  const { body } = await refresh(refreshToken).expect(200);
  await ageUse(11);
  const answer = await refresh(refreshToken).expect(401);
  expect(answer.body).toMatchObject({
    error: { code: 'REFRESH_REJECTED' },
    message: 'Session expired. Please login again.',
  });
  await refresh(body.data.refreshToken).expect(401);
  await me(body.data.token).expect(401, /UNAUTHENTICATED/);
});

test('no usable refresh token is stored', async () => {
  const { refreshToken } = await signedIn();
  const { body } = await refresh(refreshToken).expect(200);
  const { rows } = await app.sql.query('select json_agg(t)::text as dump from refresh_tokens t');
  expect(rows[0].dump).not.toContain(refreshToken);
  expect(rows[0].dump).not.toContain(body.data.refreshToken);
});

test('after 24 hours without a refresh the session is over', async () => {
  const { token, refreshToken } = await signedIn();
  await app.sql.query(`update sessions set expires_at = expires_at - interval '24 hours'`);
  await me(token).expect(401);
  await refresh(refreshToken).expect(401, /REFRESH_REJECTED/);
});

test('thirty days after the sign-in a session is over, however often it was refreshed', async () => {
  let { refreshToken } = await signedIn();
  const { rows } = await app.sql.query('select id from sessions order by created_at desc limit 1');
  const opened = (days: number) =>
    app.sql.query(
      `update sessions set created_at = now() - make_interval(days => $2) + interval '1 hour' where id = $1`,
      [rows[0].id, days],
    );
  for (const days of [10, 20, 30]) {
    await opened(days);
    const { body } = await refresh(refreshToken).expect(200);
    refreshToken = body.data.refreshToken;
    const hoursLeft = (Date.parse(body.data.expiresAt) - Date.now()) / 3_600_000;
    expect(hoursLeft).toBeCloseTo(days === 30 ? 1 : 24, 1);
  }
  await opened(31);
  await refresh(refreshToken).expect(401, /REFRESH_REJECTED/);
});

test('neither a longer idle timeout nor a session from before extends the absolute lifetime', async () => {
  const { token, refreshToken } = await signedIn();
  const { rows } = await app.sql.query('select id, user_id from sessions order by created_at desc limit 1');
  await app.sql.query(
    `update sessions set created_at = now() - interval '29 days', proved_at = now() where id = $1`,
    [rows[0].id],
  );
  await app.request
    .put('/api/v1/settings/security')
    .auth(token, { type: 'bearer' })
    .send({ sessionTimeout: 168 })
    .expect(200);
  const { rows: kept } = await app.sql.query(
    'select extract(epoch from expires_at - now()) / 3600 as hours from sessions where id = $1',
    [rows[0].id],
  );
  expect(Number(kept[0].hours)).toBeCloseTo(24, 1);
  await app.sql.query(
    `update sessions set created_at = now() - interval '40 days', expires_at = now() + interval '1 day' where id = $1`,
    [rows[0].id],
  );
  await refresh(refreshToken).expect(401, /REFRESH_REJECTED/);
});

test('logout counts from the next call on', async () => {
  const { token, refreshToken } = await signedIn();
  await app.request.post('/api/v1/auth/logout').auth(token, { type: 'bearer' }).expect(204);
  await me(token).expect(401, /UNAUTHENTICATED/);
  await refresh(refreshToken).expect(401, /REFRESH_REJECTED/);
});

test('an access token lasts a quarter of an hour and then says so', async () => {
  const { token } = await signedIn();
  expect(jwt.decode(token)).toEqual({
    sub: expect.stringMatching(/^usr_/),
    sid: expect.stringMatching(/^ses_/),
    typ: 'access',
    iss: 'rowcast',
    aud: 'rowcast-api',
    iat: expect.any(Number),
    exp: expect.any(Number),
  });
  await me(token).expect(200);
  now += 15 * 60_000 + 1_000;
  await me(token).expect(401, /TOKEN_EXPIRED/);
  now -= 15 * 60_000 + 1_000;
});

test('an expired token in the header does not stop a refresh', async () => {
  const { token, refreshToken } = await signedIn();
  now += 3_600_000;
  await refresh(refreshToken).auth(token, { type: 'bearer' }).expect(200);
  now -= 3_600_000;
});

test('forged tokens are refused', async () => {
  const { token } = await signedIn();
  const { JWT_SECRET } = app.services.config;
  const claims = jwt.decode(token) as Record<string, unknown>;
  const signed = (changes: object, options: jwt.SignOptions = {}, secret = JWT_SECRET) =>
    jwt.sign({ ...claims, ...changes }, secret, options);
  const { exp: _exp, ...endless } = claims;
  const [header, payload, signature = ''] = token.split('.');
  const forged = {
    unsigned: jwt.sign(claims, '', { algorithm: 'none' }),
    'another HMAC': signed({}, { algorithm: 'HS512' }),
    'without an end': jwt.sign(endless, JWT_SECRET),
    'a distant end': signed({ iat: Math.floor(now / 1000) - 16 * 60, exp: Math.floor(now / 1000) + 9e6 }),
    'another audience': signed({ aud: 'elsewhere' }),
    'another issuer': signed({ iss: 'elsewhere' }),
    'another kind': signed({ typ: 'mfa' }),
    'another key': signed({}, {}, 'x'.repeat(40)),
    'another user': signed({ sub: `usr_${'0'.repeat(32)}` }),
    tampered: [header, payload, signature.replace(/^./, (char) => (char === 'A' ? 'B' : 'A'))].join('.'),
    garbage: 'garbage',
  };
  for (const [name, value] of Object.entries(forged)) {
    expect({ name, status: (await me(value)).status }).toEqual({ name, status: 401 });
  }
  await me(signed({})).expect(200);
});

test('the workspace named in the header must be one of the caller', async () => {
  const mine = await signedIn();
  const theirs = await signedIn();
  const ask = (slug: string) => me(mine.token).set('X-Rowcast-Workspace', slug);
  await ask(mine.workspaceSlug).expect(200);
  await ask(theirs.workspaceSlug).expect(404);
  await ask('no-such-workspace').expect(404);
});
