import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import { deliverQueuedMail } from '../harness/mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Everything an outsider sees, except what differs between any two calls. */
async function seen(path: string, body: object) {
  const { status, headers, text } = await app.request.post(`/api/v1/auth/${path}`).send(body);
  const { date: _date, 'x-request-id': id, 'retry-after': _wait, ...rest } = headers;
  return { status, headers: rest, text: text.replace(String(id), '') };
}

test('known and unknown addresses are answered alike', async () => {
  const known = (await app.signIn()).email;
  const unknown = 'nobody@example.test';
  for (const path of ['login', 'login', 'resend-otp']) {
    expect(await seen(path, { email: unknown })).toEqual(await seen(path, { email: known }));
  }
  const otp = '123456';
  for (let turn = 0; turn < 7; turn += 1) {
    if (otp === (await app.codeFor(known)) || otp === (await app.codeFor(unknown))) return;
    expect(await seen('verify-otp', { email: unknown, otp })).toEqual(
      await seen('verify-otp', { email: known, otp }),
    );
  }
});

test('an address without an account gets no mail, and its code opens nothing', async () => {
  const email = 'stranger@example.test';
  await app.request.post('/api/v1/auth/login').send({ email }).expect(200);
  const otp = await app.codeFor(email);
  await deliverQueuedMail(app);
  const { rows } = await app.sql.query('select 1 from mails where recipient = $1', [email]);
  expect(rows).toEqual([]);
  await app.request
    .post('/api/v1/auth/verify-otp')
    .send({ email, otp })
    .expect(400, /CODE_EXPIRED/);
});
