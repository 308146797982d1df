import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, test } from 'vitest';
import webPush from 'web-push';
import { sendPush } from '../../src/features/notifications/index.ts';
import { transact } from '../../src/platform/db/unit-of-work.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let service: Server;
let port: number;
let status = 201;
const received: { authorization: string | undefined; encoding: string | undefined; bytes: number }[] = [];

beforeAll(async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
  service = createServer({ key, cert }, async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const { authorization, 'content-encoding': encoding } = req.headers;
    received.push({ authorization, encoding, bytes: Buffer.concat(chunks).length });
    res.writeHead(status).end();
  });
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  port = (service.address() as AddressInfo).port;
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  app = await startApp({
    env: {
      VAPID_PUBLIC_KEY: publicKey,
      VAPID_PRIVATE_KEY: privateKey,
      VAPID_SUBJECT: 'mailto:admin@example.test',
      PUSH_HOSTS: `127.0.0.1:${port}`,
    },
  });
});
afterAll(async () => {
  delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  await app.close();
  service.close();
});

function browserKeys() {
  const ecdh = createECDH('prime256v1');
  return { p256dh: ecdh.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
}
const subscribe = (who: SignedIn, endpoint = `https://127.0.0.1:${port}/browser/${who.userId}`) =>
  app.request.post('/api/v1/push-subscriptions').set(who.headers).send({ endpoint, keys: browserKeys() });

const unsubscribe = (who: SignedIn, endpoint: string) =>
  app.request.delete('/api/v1/push-subscriptions').set(who.headers).send({ endpoint });

/** The jobs that the change left for the jobs process, worked off as it does. */
async function deliver({ userId }: SignedIn): Promise<number> {
  const { rows } = await app.sql.query(
    `select payload from jobs where queue = 'push' and payload ->> 'notificationId' in
      (select id from notifications where user_id = $1)`,
    [userId],
  );
  for (const { payload } of rows) await sendPush(app.services, payload);
  return rows.length;
}
const tell = ({ userId }: SignedIn) =>
  transact(app.services, async ({ notify }) => notify([userId], 'security.mfa_disabled'));

test('a subscribed browser is sent each notification, sealed and signed', async () => {
  const ann = await app.signIn();
  await subscribe(ann).expect(204);
  await tell(ann);
  expect(await deliver(ann)).toBe(1);
  expect(received.at(-1)).toMatchObject({
    authorization: expect.stringMatching(/^vapid t=/),
    encoding: 'aes128gcm',
  });
  expect(received.at(-1)?.bytes).toBeGreaterThan(100);
});

test('who has no browser, or wants no push, is sent none', async () => {
  const [ann, bob] = [await app.signIn(), await app.signIn()];
  await tell(ann);
  expect(await deliver(ann)).toBe(0);
  await subscribe(bob).expect(204);
  await app.sql.query(
    `insert into user_settings (user_id, notifications, updated_at) values ($1, '{"pushNotifications":false}', now())`,
    [bob.userId],
  );
  await tell(bob);
  expect(await deliver(bob)).toBe(0);
});

test('who has left the workspace is sent nothing more of it', async () => {
  const ann = await app.signIn();
  await subscribe(ann).expect(204);
  const before = received.length;
  const { workspaceId, userId } = ann;
  await transact(app.services, async ({ notify }) =>
    notify({ workspaceId, userId }, 'security.mfa_disabled'),
  );
  await app.sql.query('delete from memberships where user_id = $1', [userId]);
  expect(await deliver(ann)).toBe(1);
  expect(received).toHaveLength(before);
});

test('a browser that has unsubscribed is forgotten; a service that fails is tried again', async () => {
  const ann = await app.signIn();
  await subscribe(ann).expect(204);
  await tell(ann);
  status = 500;
  await expect(deliver(ann)).rejects.toThrow('a push service did not take it');
  status = 410;
  await deliver(ann);
  status = 201;
  const { rows } = await app.sql.query('select 1 from push_subscriptions where user_id = $1', [ann.userId]);
  expect(rows).toEqual([]);
});

test('a browser belongs to the user who signed in last', async () => {
  const [ann, bob] = [await app.signIn(), await app.signIn()];
  const endpoint = `https://127.0.0.1:${port}/shared`;
  await subscribe(ann, endpoint).expect(204);
  await subscribe(bob, endpoint).expect(204);
  await tell(ann);
  expect(await deliver(ann)).toBe(0);
});

test.each([
  ['logged out', 'revoked_at = now()'],
  ['whose session has expired', `expires_at = now() - interval '1 second'`],
])('a browser of somebody %s is sent nothing, also of what came before', async (_how, over) => {
  const ann = await app.signIn();
  await subscribe(ann).expect(204);
  await tell(ann);
  await app.sql.query(`update sessions set ${over} where id = $1`, [ann.sessionId]);
  const before = received.length;
  expect(await deliver(ann)).toBe(1);
  expect(received).toHaveLength(before);
  await tell(ann);
  expect(await deliver(ann)).toBe(1);
});

test('a person has twenty browsers; the oldest makes room', async () => {
  const ann = await app.signIn();
  for (let turn = 0; turn < 22; turn += 1)
    await subscribe(ann, `https://127.0.0.1:${port}/many/${turn}`).expect(204);
  const { rows } = await app.sql.query(
    'select endpoint from push_subscriptions where user_id = $1 order by id',
    [ann.userId],
  );
  expect(rows).toHaveLength(20);
  expect(rows[0].endpoint).toMatch(/\/2$/);
});

test.each([
  'https://169.254.169.254/latest',
  'https://localhost/push',
  'https://127.0.0.1/push',
  'https://fcm.googleapis.com.evil.example/x',
  'https://example.org/push',
])('%s is no push service', async (endpoint) => {
  const { body } = await subscribe(await app.signIn(), endpoint).expect(400);
  expect(body.error.code).toBe('PUSH_SERVICE_UNKNOWN');
});

test('plain http is refused, and so is all of it where no keys are set', async () => {
  await subscribe(await app.signIn(), `http://127.0.0.1:${port}/x`).expect(400);
  const without = await startApp();
  const ann = await without.signIn();
  const key = await without.request.get('/api/v1/push-subscriptions/key').set(ann.headers).expect(200);
  expect(key.body).toEqual({ publicKey: null });
  await without.close();
});

test('what the browser gave is sealed at rest, and can be taken back', async () => {
  const ann = await app.signIn();
  await subscribe(ann).expect(204);
  const { rows } = await app.sql.query('select * from push_subscriptions where user_id = $1', [ann.userId]);
  expect(rows[0].sealed_keys).not.toContain('p256dh');
  const { endpoint } = rows[0];
  await unsubscribe(ann, endpoint).expect(204);
  await tell(ann);
  expect(await deliver(ann)).toBe(0);
});

test('which person is sent messages stands in their log, without the address, and so does its end, once', async () => {
  const [ann, bob] = [await app.signIn(), await app.signIn()];
  const endpoint = `https://127.0.0.1:${port}/browser/${ann.userId}`;
  await subscribe(ann, endpoint).expect(204);
  for (const who of [bob, ann, ann]) await unsubscribe(who, endpoint).expect(204);
  const { rows } = await app.sql.query('select * from audit_log where actor_id = any($1) order by seq', [
    [ann.userId, bob.userId],
  ]);
  expect(rows).toMatchObject([
    { workspace_id: ann.workspaceId, action: 'account.push_enabled', target_id: ann.userId },
    { workspace_id: ann.workspaceId, action: 'account.push_disabled', target_id: ann.userId },
  ]);
  expect(JSON.stringify(rows)).not.toContain('/browser/');
});
