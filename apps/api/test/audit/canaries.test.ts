import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import { deliverQueuedMail } from '../harness/mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Everything that Postgres holds, as text. */
async function database(): Promise<string> {
  const { rows: tables } = await app.sql.query(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const parts: string[] = [];
  for (const { name } of tables)
    parts.push(JSON.stringify((await app.sql.query(`select to_jsonb(t) from "${name}" t`)).rows));
  return parts.join('\n');
}

/** Everything that Redis holds, as text: jobs, events and limits. */
async function queues(): Promise<string> {
  const { redis } = app.services;
  const parts: string[] = [];
  for (const key of await redis.keys('*')) {
    const kind = await redis.type(key);
    const value =
      kind === 'hash'
        ? await redis.hgetall(key)
        : kind === 'stream'
          ? await redis.xrange(key, '-', '+')
          : kind === 'list'
            ? await redis.lrange(key, 0, -1)
            : kind === 'string'
              ? await redis.get(key)
              : kind === 'zset'
                ? await redis.zrange(key, '0', '-1')
                : await redis.smembers(key);
    parts.push(key, JSON.stringify(value));
  }
  return parts.join('\n');
}

test('no code, token, key or password stands anywhere in clear, the audit log and notifications included', async () => {
  const email = 'canary@example.test';
  const post = (path: string, body: object, token?: string) => {
    const request = app.request.post(`/api/v1${path}`);
    return (token ? request.auth(token, { type: 'bearer' }) : request).send(body);
  };
  await post('/auth/signup', { name: 'Canary Bird', email, phoneNumber: '+14155550100' }).expect(202);
  const code = await app.codeFor(email);
  const { body: signedIn } = await post('/auth/verify-otp', { email, otp: code }).expect(200);
  const { token, refreshToken } = signedIn;
  const { body: renewed } = await post('/auth/refresh-token', { refreshToken }).expect(200);
  const { body: api } = await post('/apis', { name: 'Churn' }, token).expect(201);
  const { body: made } = await post(`/apis/${api.id}/keys`, { name: 'CI' }, token).expect(201);
  const { body: next } = await post(`/apis/${api.id}/keys/${made.id}/rotate`, { overlapSeconds: 60 }, token);
  const { body: link } = await post('/team/invites/link', { role: 'viewer' }, token).expect(201);
  await deliverQueuedMail(app);
  const secrets = {
    token,
    refreshToken,
    newRefreshToken: renewed.data.refreshToken,
    key: made.key,
    nextKey: next.key,
    inviteToken: String(link.token ?? link.link ?? link.url).replace(/^.*[/=]/, ''),
  };
  const places = { database: await database(), queues: await queues() };
  expect(places.database).toContain('key.rotated');
  for (const [place, text] of Object.entries(places)) {
    for (const [name, secret] of Object.entries(secrets)) {
      expect(secret, name).toMatch(/^.{20,}$/);
      expect(text.includes(secret), `${name} in ${place}`).toBe(false);
    }
    // Six digits may stand within a number by chance, but not by themselves.
    expect(new RegExp(`(?<![\\w.-])${code}(?![\\w.-])`).test(text), `code in ${place}`).toBe(false);
  }
});
