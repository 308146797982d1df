import { afterAll, beforeAll, expect, test } from 'vitest';
import { networkOf } from '../../src/platform/network/client-address.ts';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { TRUST_PROXY: '1', MAIL_LOCAL: 'false' } });
});
afterAll(() => app.close());

test('a session gets 600 requests a minute, however many of them at once', async () => {
  const { headers, sessionId } = await app.signIn();
  const me = () => app.request.get('/api/v1/auth/me').set(headers);
  await me().expect(200);
  await app.services.redis.incrby(`limit:session:${sessionId}`, 589);
  const statuses = (await Promise.all(Array.from({ length: 20 }, me))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  const refused = await me().expect(429);
  expect(refused.body).toMatchObject({
    error: { code: 'RATE_LIMITED' },
    message: expect.stringMatching(
      /^Rate limit of 600 requests in 1 minute reached\. Try again in \d+ seconds?\.$/,
    ),
  });
  expect(Number(refused.get('retry-after'))).toBeGreaterThan(0);
  await app.request
    .get('/api/v1/auth/me')
    .set((await app.signIn()).headers)
    .expect(200);
});

test('a network whose tokens are refused gets as many, and its sessions that go on keep their own', async () => {
  const network = '203.0.113.9';
  const [ann, ended] = [await app.signIn(), await app.signIn()];
  await app.sql.query('update sessions set revoked_at = now() where id = $1', [ended.sessionId]);
  const me = (headers: Record<string, string>) =>
    app.request.get('/api/v1/auth/me').set({ ...headers, 'X-Forwarded-For': network });
  const foreign = { ...ann.headers, 'X-Rowcast-Workspace': ended.workspaceSlug };
  await app.services.redis.set(`limit:network:${network}`, 597, 'EX', 60);
  await me(ended.headers).expect(401);
  await me(foreign).expect(404);
  await me({ authorization: 'Bearer none' }).expect(401);
  for (const headers of [ended.headers, foreign]) await me(headers).expect(429, /RATE_LIMITED/);
  await me(ann.headers).expect(200);
});

test('behind a proxy, one customer of the Internet is one network', async () => {
  const login = (ip: string, at: number) =>
    app.request
      .post('/api/v1/auth/login')
      .set('X-Forwarded-For', ip)
      .send({ email: `n${at}@example.test` });
  for (let at = 0; at < 30; at += 1) await login(`2001:db8:1:2::${at.toString(16)}`, at).expect(200);
  await login('2001:db8:1:2:ffff::1', 30).expect(429, /RATE_LIMITED/);
  await login('2001:db8:1:3::1', 31).expect(200);
});

test('what the caller claims before the proxy does not count', async () => {
  const statuses = [];
  for (let at = 0; at < 31; at += 1) {
    const answer = await app.request
      .post('/api/v1/auth/login')
      .set('X-Forwarded-For', `198.51.100.${at}, 203.0.113.77`)
      .send({ email: `forged${at}@example.test` });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array(30).fill(200), 429]);
});

test('two api processes count together', async () => {
  const { DATABASE_URL, REDIS_URL, JWT_SECRET } = app.services.config;
  const second = await startApp({ env: { DATABASE_URL, REDIS_URL, JWT_SECRET } });
  const { headers, sessionId } = await app.signIn();
  await app.services.redis.set(`limit:session:${sessionId}`, 590, 'EX', 60);
  const calls = Array.from({ length: 30 }, (_, at) =>
    (at % 2 ? app : second).request.get('/api/v1/auth/me').set(headers),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  await second.close();
});

test('two api processes count guesses together', async () => {
  const { DATABASE_URL, REDIS_URL, CODE_PEPPER, ENCRYPTION_KEY } = app.services.config;
  const second = await startApp({
    env: { DATABASE_URL, REDIS_URL, CODE_PEPPER, ENCRYPTION_KEY, TRUST_PROXY: '1', MAIL_LOCAL: 'false' },
  });
  const { email } = await app.signIn();
  // From as many networks as there are guesses.
  const guess = (at: number, body: object, path: string) =>
    (at % 2 ? app : second).request
      .post(`/api/v1/auth/${path}`)
      .set('X-Forwarded-For', `198.51.100.${at}`)
      .send({ email, ...body });
  const passwords = await Promise.all(
    Array.from({ length: 40 }, (_, at) => guess(at, { password: `guess ${at}` }, 'login')),
  );
  expect(passwords.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(passwords.filter(({ status }) => status === 429)).toHaveLength(30);
  await guess(41, { otp: '123456' }, 'verify-otp').expect(429, /RATE_LIMITED/);
  await second.close();
});

test('two api processes count codes that are asked for together, for signing in and for a new password', async () => {
  const { DATABASE_URL, REDIS_URL, CODE_PEPPER, ENCRYPTION_KEY } = app.services.config;
  const second = await startApp({
    env: { DATABASE_URL, REDIS_URL, CODE_PEPPER, ENCRYPTION_KEY, TRUST_PROXY: '1', MAIL_LOCAL: 'false' },
  });
  for (const [path, network] of [
    ['login', '203.0.113.101'],
    ['forgot-password', '203.0.113.102'],
  ]) {
    const ask = (at: number) =>
      (at % 2 ? app : second).request
        .post(`/api/v1/auth/${path}`)
        .set('X-Forwarded-For', network ?? '')
        .send({ email: `asked${at}.${path}@example.test` });
    const statuses = (await Promise.all(Array.from({ length: 40 }, (_, at) => ask(at)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  }
  await second.close();
});

test('after Redis was flushed a code still has its own five tries, which Postgres counts', async () => {
  const { email } = await app.signIn();
  const from = (at: number) => ({ 'X-Forwarded-For': `192.0.2.${at}` });
  await app.request.post('/api/v1/auth/login').set(from(1)).send({ email }).expect(200);
  const right = await app.codeFor(email);
  const wrong = right === '123456' ? '654321' : '123456';
  const guess = (otp: string, at: number) =>
    app.request.post('/api/v1/auth/verify-otp').set(from(at)).send({ email, otp });
  for (let at = 0; at < 5; at += 1) {
    await guess(wrong, at + 2).expect(400, /CODE_WRONG/);
    const limits = await app.services.redis.keys('limit:*');
    await app.services.redis.del(limits);
  }
  await guess(right, 9).expect(429, /CODE_ATTEMPTS_EXCEEDED/);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:5::1', '2001:db8:0:0::/64'],
  ['', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
