import { afterAll, beforeAll, expect, test } from 'vitest';
import { signMfaToken } from '../../src/features/auth/tokens/mfa-token.ts';
import type { TestApp } from '../harness/app.ts';
import { openEventStream } from '../harness/event-stream.ts';
import { startAppAlone } from '../harness/own-services.ts';

let own: Awaited<ReturnType<typeof startAppAlone>>;
let app: TestApp;
beforeAll(async () => {
  own = await startAppAlone({ MAIL_LOCAL: 'false', DATABASE_TIMEOUT_SECONDS: '2' });
  ({ app } = own);
});
afterAll(() => own?.close());

const created = async (headers: Record<string, string>, name: string) =>
  (await app.request.post('/api/v1/apis').set(headers).send({ name }).expect(201)).body.id;

test('while Redis is away sign-in waits, the rest answers, and events go on afterwards', async () => {
  const { headers, email, userId } = await app.signIn();
  const stream = await openEventStream(app, headers);
  const before = await created(headers, 'Before');
  await stream.take(1);

  await own.services.valkey.kill();
  const newPassword = 'three blue herons';
  for (const [path, body] of [
    ['login', { email }],
    ['login', { email, password: newPassword }],
    ['resend-otp', { email }],
    ['forgot-password', { email }],
    ['verify-otp', { email, otp: '123456' }],
    ['verify-email', { token: 'x'.repeat(43) }],
    ['reset-password', { token: 'x'.repeat(43), newPassword }],
    ['reset-password', { email, otp: '123456', newPassword }],
    [
      'mfa/verify',
      { mfaToken: signMfaToken(app.services, { id: userId, passwordHash: null }), code: '123456' },
    ],
    ['change-password', { currentPassword: 'guess', newPassword }],
    ['mfa/setup', { code: '123456' }],
    ['proof', { method: 'email', code: '123456' }],
  ] as const) {
    const answer = await app.request.post(`/api/v1/auth/${path}`).set(headers).send(body);
    const { status } = answer;
    expect({ path, status, code: answer.body.error?.code }).toEqual({
      path,
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
    });
    expect(Number(answer.get('retry-after'))).toBeGreaterThan(0);
  }
  await app.request.get('/api/v1/auth/me').set(headers).expect(200);
  await app.request.get(`/api/v1/apis/${before}`).set(headers).expect(200);
  await app.request.get('/api/v1/events').set(headers).expect(503);
  await created(headers, 'During');
  await expect
    .poll(async () => {
      const { status, body } = await app.request.get('/health/ready');
      return { status, ...body.capabilities };
    })
    .toMatchObject({ status: 200, console: true, changes: false, training: false });

  await own.services.valkey.start();
  await expect
    .poll(() => app.request.get('/health/ready?capability=changes').then(({ status }) => status), {
      timeout: 10_000,
    })
    .toBe(200);
  const after = await created(headers, 'After');
  const events = await stream.take(2);
  expect(events.at(-1)?.data).toEqual({ type: 'api.changed', apiId: after });
  await app.request.post('/api/v1/auth/login').send({ email }).expect(200);
  stream.close();
});

test('a Redis that hangs holds nobody up', async () => {
  const { headers, email } = await app.signIn();
  const pid = own.services.valkey.pid();
  process.kill(pid, 'SIGSTOP');
  try {
    const began = performance.now();
    const answer = await app.request.post('/api/v1/auth/login').send({ email });
    expect([answer.status, answer.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await created(headers, 'While Redis hangs');
    await app.request.get('/api/v1/auth/me').set(headers).expect(200);
    expect(performance.now() - began).toBeLessThan(5_000);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await expect.poll(() => app.services.redis.status, { timeout: 6_000 }).toBe('ready');
  await app.request.post('/api/v1/auth/login').send({ email }).expect(200);
});

test('a Postgres that is frozen holds the console up for the timeout only', async () => {
  const { headers } = await app.signIn();
  await Promise.all(Array.from({ length: 8 }, () => app.request.get('/api/v1/apis').set(headers)));
  const { rows } = await app.sql.query('select pid from pg_stat_activity where pid <> pg_backend_pid()');
  const { rows: own } = await app.sql.query('select pg_backend_pid() as pid');
  const pids: number[] = [...rows, ...own].map(({ pid }) => pid);
  const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of pids) process.kill(pid, name);
  };
  signal('SIGSTOP');
  try {
    const began = performance.now();
    const calls = ['/apis', '/auth/me', '/team/members', '/notifications'].map((path) =>
      app.request.get(`/api/v1${path}`).set(headers),
    );
    const changed = app.request.post('/api/v1/apis').set(headers).send({ name: 'Frozen' });
    for (const answer of await Promise.all([...calls, changed])) {
      expect([answer.status, answer.body.error?.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(Number(answer.get('retry-after'))).toBeGreaterThan(0);
    }
    // The statement timeout of two seconds, and once more where a call waited for a connection first.
    expect(performance.now() - began).toBeLessThan(8_000);
  } finally {
    signal('SIGCONT');
  }
  await expect
    .poll(async () => (await app.request.get('/api/v1/apis').set(headers)).status, { timeout: 10_000 })
    .toBe(200);
});

test('without Postgres requests get 503 with Retry-After, then recover', async () => {
  const { headers } = await app.signIn();
  const stream = await openEventStream(app, headers);
  // The Postgres of tests writes late, to be fast.
  await app.sql.query('checkpoint');
  await own.services.postgres.kill();
  // A backend lives on for a moment without its postmaster.
  const me = () => app.request.get('/api/v1/auth/me').set(headers);
  await expect.poll(async () => (await me()).status).toBe(503);
  const answer = await me().expect(503);
  expect(answer.body.error.code).toBe('SERVICE_UNAVAILABLE');
  expect(answer.body.message).not.toMatch(/postgres|ECONN|sql/i);
  expect(Number(answer.get('retry-after'))).toBeGreaterThan(0);
  await app.request.get('/health/live').expect(200);
  await app.request.get('/health/ready').expect(503);

  await own.services.postgres.start();
  await app.request.get('/api/v1/auth/me').set(headers).expect(200);
  const id = await created(headers, 'Later');
  expect((await stream.take(1))[0]?.data).toEqual({ type: 'api.changed', apiId: id });
  stream.close();
});
