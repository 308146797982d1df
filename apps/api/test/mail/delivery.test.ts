import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deliverMail } from '../../src/features/mail/index.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { deliverQueuedMail } from '../harness/mail.ts';
import { startSmtpServer } from '../harness/smtp-server.ts';

let app: TestApp;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
beforeAll(async () => {
  smtp = await startSmtpServer();
  app = await startApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'Rowcast <codes@rowcast.test>' } });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});
beforeEach(() => {
  smtp.received.length = 0;
});

async function askForCode() {
  const { email } = await app.signIn();
  await app.request.post('/api/v1/auth/login').send({ email }).expect(200);
  const { rows } = await app.sql.query('select id, sent_at from mails where recipient = $1', [email]);
  const { rows: jobs } = await app.sql.query('select payload from jobs where subject_id = $1', [rows[0].id]);
  return { email, mailId: rows[0].id as string, payload: jobs[0].payload };
}
const stored = async (id: string) =>
  (await app.sql.query('select sent_at, error from mails where id = $1', [id])).rows[0];

test('the code arrives by SMTP', async () => {
  const { email, mailId } = await askForCode();
  await deliverQueuedMail(app);
  expect(smtp.received).toHaveLength(1);
  expect(smtp.received[0]).toMatchObject({ from: 'codes@rowcast.test', to: [email] });
  expect(smtp.received[0]?.text).toContain(`Your Rowcast code is ${await app.codeFor(email)}`);
  expect(await stored(mailId)).toEqual({ sent_at: expect.any(Date), error: null });
});

test('delivering the same mail twice sends it once', async () => {
  const { payload } = await askForCode();
  await deliverQueuedMail(app);
  await deliverMail(app.services, payload);
  expect(smtp.received).toHaveLength(1);
});

test('a mail server that is busy is asked again', async () => {
  const { mailId } = await askForCode();
  smtp.refuse(1);
  await deliverQueuedMail(app);
  expect(smtp.received).toHaveLength(1);
  expect(await stored(mailId)).toEqual({ sent_at: expect.any(Date), error: null });
});

test('what went wrong is kept with the mail', async () => {
  const { mailId, payload } = await askForCode();
  smtp.refuse(1);
  await expect(deliverMail(app.services, payload)).rejects.toThrow(/451/);
  expect(await stored(mailId)).toEqual({ sent_at: null, error: expect.stringContaining('try again later') });
  await deliverQueuedMail(app);
});

test('the payload of the job holds no code and no address', async () => {
  const { email, payload } = await askForCode();
  expect(payload).toEqual({
    jobId: expect.any(String),
    mailId: expect.stringMatching(/^mail_/),
    kind: 'code',
  });
  expect(JSON.stringify(payload)).not.toContain(email);
});
