import { createWorkspace } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { deliverMail } from '../../src/features/mail/index.ts';
import { mailDue } from '../../src/features/notifications/digest.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { forgetLimits, newestMail } from '../harness/mail.ts';
import { startSmtpServer } from '../harness/smtp-server.ts';
import { joined, tokenMailedTo } from '../team/people.ts';

const minute = 60_000;
let now = Date.now();
let app: TestApp;
beforeAll(async () => {
  app = await startApp({ clock: { now: () => new Date(now) }, env: { PUBLIC_URL: 'https://rowcast.test' } });
});
afterAll(() => app.close());

let count = 0;
const freshEmail = () => `victim${++count}@example.test`;
const invite = (by: SignedIn, email: string, body: object = {}) =>
  app.request
    .post('/api/v1/team/invites')
    .set(by.headers)
    .send({ email, role: 'viewer', ...body });
const revoke = (by: SignedIn, id: string) =>
  app.request.delete(`/api/v1/team/invites/${id}`).set(by.headers).expect(204);
const mailsTo = async (pattern: string) =>
  (await app.sql.query('select id from mails where recipient like $1', [pattern])).rows.length;
const choose = (token: string, invitations: boolean) =>
  app.request.post('/api/v1/mails/invitations').send({ token, invitations });
const optOutToken = async (email: string) =>
  /\/join\/opt-out#([0-9a-f.]+)/.exec((await newestMail(app, email)).text)?.[1] ?? '';

/** Invites and deletes the invitation, `times` times. Returns the statuses. */
async function loop(by: SignedIn, email: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < times; at++) {
    const { status, body } = await invite(by, email);
    statuses.push(status);
    if (status === 201) {
      await app.sql.query('update mails set sent_at = now() where recipient = $1', [email]);
      await revoke(by, body.id);
    }
  }
  return statuses;
}

test('inviting and deleting in a loop sends an address five mails an hour and ten a day', async () => {
  const sender = await app.signIn();
  const email = freshEmail();
  expect(await loop(sender, email, 8)).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
  expect(await mailsTo(email)).toBe(5);
  const { body, headers } = await invite(sender, email).expect(429);
  expect(body).toMatchObject({ error: { code: 'RECIPIENT_LIMITED' }, message: /invite link/ });
  expect(Number(headers['retry-after'])).toBeGreaterThan(3_500);
  for (let hour = 0; hour < 3; hour++) {
    now += 61 * minute;
    await loop(await app.signIn(), email, 6);
  }
  expect(await mailsTo(email)).toBe(10);
  now += 24 * 60 * minute;
  await invite(await app.signIn(), email).expect(201);
});

test('workspaces share the limit of an address, also at the same moment', async () => {
  const email = freshEmail();
  const senders = await Promise.all(Array.from({ length: 12 }, () => app.signIn()));
  const answers = await Promise.all(senders.map((sender) => invite(sender, email)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
});

test('spellings of one mailbox share a limit', async () => {
  const sender = await app.signIn();
  const name = `box${++count}`;
  const tagged = Array.from({ length: 7 }, (_, at) => `${name}+${at}@example.test`);
  const answers = [];
  for (const email of [...tagged, `${name.toUpperCase()}@EXAMPLE.TEST`])
    answers.push(await invite(sender, email));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 429, 429, 429]);
  for (const email of [
    'j.doe@gmail.com',
    'jd.oe@gmail.com',
    'jdoe@googlemail.com',
    'j.d.o.e+x@gmail.com',
    'jdoe@gmail.com',
  ])
    await invite(sender, email).expect(201);
  await invite(sender, 'jdo.e@gmail.com').expect(429);
  // Dots count elsewhere.
  await invite(sender, `${name}.other@example.test`).expect(201);
});

test('resending and the rows of a file count as well', async () => {
  const sender = await app.signIn();
  const email = freshEmail();
  const { body } = await invite(sender, email).expect(201);
  const statuses = [];
  for (let at = 0; at < 6; at++) {
    await forgetLimits(app, 'invite-resend');
    const resent = await app.request.post(`/api/v1/team/invites/${body.id}/resend`).set(sender.headers);
    statuses.push(resent.status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  const other = await app.signIn();
  const { body: bulk } = await app.request
    .post('/api/v1/team/invites/bulk')
    .set(other.headers)
    .attach('file', Buffer.from(`email,role\n${email},viewer\n${freshEmail()},viewer\n`), 'list.csv')
    .expect(200);
  expect(bulk.data).toMatchObject([
    { status: 'failed', error: { code: 'RECIPIENT_LIMITED' } },
    { status: 'invited' },
  ]);
});

test('invitations do not use up what sign-in needs, and a digest waits', async () => {
  const sender = await app.signIn();
  const victim = await app.signIn();
  await loop(sender, victim.email, 6);
  await app.request.post('/api/v1/auth/login').send({ email: victim.email }).expect(200);
  await app.codeFor(victim.email);
  await app.sql.query('update mail_recipients set hour_count = 20 where hour_count = 6');
  const due = () =>
    app.sql.query('select id from notifications where user_id = $1 and mailed_at is null', [victim.userId]);
  await app.sql.query('update notifications set mail_due_at = $2 where user_id = $1', [
    victim.userId,
    new Date(now),
  ]);
  const waiting = (await due()).rows.length;
  expect(waiting).toBeGreaterThan(0);
  const before = await mailsTo(victim.email);
  await mailDue(app.services);
  expect((await due()).rows).toHaveLength(waiting);
  now += 61 * minute;
  await mailDue(app.services);
  expect((await due()).rows).toEqual([]);
  expect(await mailsTo(victim.email)).toBe(before + 1);
});

test('a mail of a new workspace contains no text that its people chose', async () => {
  const workspace = await createWorkspace(app.sql);
  const sender = await app.signIn({ workspace });
  const text = 'Claim your prize at prize.example';
  await app.sql.query('update workspaces set name = $2, created_at = now() where id = $1', [
    workspace.id,
    text,
  ]);
  await app.sql.query(`update users set first_name = $2, last_name = '' where id = $1`, [
    sender.userId,
    text,
  ]);
  const email = freshEmail();
  const { body } = await invite(sender, email, { message: text }).expect(201);
  expect(body).toMatchObject({ message: text, messageWithheld: true });
  const fresh = await newestMail(app, email);
  expect(`${fresh.subject} ${fresh.text}`).not.toMatch(/prize/i);
  expect(fresh.text).toContain(sender.email);
  expect(await tokenMailedTo(app, email)).toBeTruthy();

  await app.sql.query(`update workspaces set created_at = now() - interval '25 hours' where id = $1`, [
    workspace.id,
  ]);
  await app.request
    .post(`/api/v1/team/invites/${body.id}/resend`)
    .set(sender.headers)
    .expect(200, /"messageWithheld":false/);
  expect((await newestMail(app, email)).text).toContain(`> ${text}`);

  const admin = await joined(app, sender, 'admin');
  await app.sql.query('update users set verified_at = null where id = $1', [sender.userId]);
  const other = freshEmail();
  await invite(admin, other, { message: text }).expect(201, /"messageWithheld":true/);
  expect((await newestMail(app, other)).text).not.toMatch(/prize/i);
});

test('who declines invitations gets none from any workspace, until they allow them', async () => {
  const email = freshEmail();
  await invite(await app.signIn(), email).expect(201);
  const token = await optOutToken(email);
  await choose(token, false).expect(200, { invitations: false });
  const sender = await app.signIn();
  const { body } = await invite(sender, email).expect(409);
  expect(body.error.code).toBe('RECIPIENT_OPTED_OUT');
  await invite(sender, email.replace('@', '+tag@')).expect(409);
  await app.request
    .post('/api/v1/auth/signup')
    .send({ name: 'Ana Lee', email, phoneNumber: '+14155550100' })
    .expect(202);
  await app.codeFor(email);
  await choose(token, true).expect(200, { invitations: true });
  await invite(sender, email).expect(201);
});

test('a mail program declines with one click, without a session and only with a signed token', async () => {
  const smtp = await startSmtpServer();
  onTestFinished(() => smtp.close());
  const email = freshEmail();
  const sender = await app.signIn();
  await invite(sender, email).expect(201);
  const { rows } = await app.sql.query(
    'select jobs.payload from mails join jobs on jobs.subject_id = mails.id where recipient = $1',
    [email],
  );
  const config = { ...app.services.config, SMTP_URL: smtp.url };
  await deliverMail({ ...app.services, config }, rows[0].payload);
  const headers = (smtp.received[0]?.text ?? '').split('\r\n\r\n')[0]?.replace(/\r\n\s+/g, ' ') ?? '';
  expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const [, path = ''] =
    /^List-Unsubscribe: <https:\/\/rowcast\.test(\/api\/v1\/[^>]+)>$/m.exec(headers) ?? [];

  const page = await app.request.get(path).expect(303);
  expect(page.get('location')).toMatch(/\/join\/opt-out#[0-9a-f]{64}\.[0-9a-f]{64}$/);
  await invite(await app.signIn(), email).expect(201);
  const oneClick = (to: string) => app.request.post(to).type('form').send('List-Unsubscribe=One-Click');
  await oneClick(path.replace(/.$/, (last) => (last === '0' ? '1' : '0'))).expect(
    410,
    /OPT_OUT_LINK_INVALID/,
  );
  for (let times = 0; times < 2; times += 1) await oneClick(path).expect(204);
  await invite(await app.signIn(), email).expect(409, /RECIPIENT_OPTED_OUT/);
});

test('a link for another address cannot be made up', async () => {
  const [own, other] = [freshEmail(), freshEmail()];
  const sender = await app.signIn();
  for (const email of [own, other]) await invite(sender, email).expect(201);
  const [mine = '', theirs = ''] = await Promise.all([optOutToken(own), optOutToken(other)]);
  const forged = `${theirs.split('.')[0]}.${mine.split('.')[1]}`;
  for (const token of [forged, 'x', '.', `${mine}0`, mine.toUpperCase()])
    await choose(token, false).expect(410, /OPT_OUT_LINK_INVALID/);
});

test('a table of counters names nobody, and an invitation names where to decline further ones', async () => {
  const email = freshEmail();
  await invite(await app.signIn(), email).expect(201);
  const { rows } = await app.sql.query('select * from mail_recipients');
  expect(JSON.stringify(rows)).not.toContain('victim');
  expect((await newestMail(app, email)).optOut).toMatch(/^https:\/\/rowcast\.test\/join\/opt-out#/);
});
