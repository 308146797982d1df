import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import { deliverQueuedMail } from '../harness/mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function mailTo(name: string) {
  const { email } = await app.signIn({ email: `${name}@example.test` });
  await app.request.post('/api/v1/auth/login').send({ email }).expect(200);
  await deliverQueuedMail(app);
  return { email, code: await app.codeFor(email) };
}

test('the mailbox shows the code as a page and as JSON', async () => {
  const { email, code } = await mailTo('reader');
  await mailTo('other');
  const page = await app.request.get('/mailbox').expect(200);
  expect(page.type).toBe('text/html');
  expect(page.text).toContain(code);
  const { body } = await app.request.get('/mailbox/messages').query({ to: email.toUpperCase() }).expect(200);
  expect(body.data).toEqual([
    expect.objectContaining({ to: email, code, subject: 'Your Rowcast code', createdAt: expect.any(String) }),
  ]);
});

test('an address can put no markup into the page', async () => {
  await mailTo(`o'neil`);
  const page = await app.request.get('/mailbox').expect(200);
  expect(page.text).toContain('o&#39;neil@example.test');
  expect(page.text).not.toContain(`o'neil`);
});

test('a page elsewhere whose name points here does not get in', async () => {
  await app.request.get('/mailbox').set('Host', 'rebound.example.test').expect(404);
  await app.request.get('/mailbox/messages').set('Host', 'rebound.example.test:3000').expect(404);
});

test('a proxy on this machine does not open it to others', async () => {
  const reported = [
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Forwarded-Proto',
    'X-Real-IP',
    'CF-Connecting-IP',
  ];
  for (const header of [...reported, 'True-Client-IP', 'X-Original-Host', 'Forwarded', 'Via']) {
    await app.request.get('/mailbox').set(header, '203.0.113.9').expect(404);
    await app.request.get('/mailbox/messages').set(header, '').expect(404);
  }
});

test('a proxy that says nothing of itself asks by HTTP 1.0, and does not get in', async () => {
  const { hostname, port, host } = new URL(app.url);
  const ask = async (version: string) => {
    const socket = connect(Number(port), hostname);
    socket.write(`GET /mailbox HTTP/${version}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    const answer = (await socket.setEncoding('utf8').toArray()).join('');
    return answer.split(' ')[1];
  };
  expect([await ask('1.1'), await ask('1.0')]).toEqual(['200', '404']);
});

test.each<Record<string, string>>([{ TRUST_PROXY: '1' }, { PUBLIC_URL: 'https://rowcast.example.test' }])(
  'where others come by %o there is none, and no answer leads to it',
  async (env) => {
    const closed = await startApp({ env });
    await closed.request.get('/mailbox').expect(404, /NOT_FOUND/);
    const { email } = await closed.signIn();
    const { body } = await closed.request.post('/api/v1/auth/login').send({ email }).expect(200);
    expect(body.mailbox).toBeUndefined();
    await closed.close();
  },
);

test('an address of this machine keeps it', async () => {
  const open = await startApp({ env: { PUBLIC_URL: 'http://localhost:3000' } });
  await open.request.get('/mailbox').expect(200);
  await open.close();
});

test('without MAIL_LOCAL there is no mailbox', async () => {
  const closed = await startApp({ env: { MAIL_LOCAL: 'false' } });
  await closed.request.get('/mailbox').expect(404, /NOT_FOUND/);
  await closed.close();
});
