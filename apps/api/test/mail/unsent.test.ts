import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverMail, mailJob } from '../../src/features/mail/index.ts';
import { transact } from '../../src/platform/db/unit-of-work.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { openEventStream } from '../harness/event-stream.ts';
import { startSmtpServer } from '../harness/smtp-server.ts';
import { joined } from '../team/people.ts';

let app: TestApp;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
beforeAll(async () => {
  smtp = await startSmtpServer();
  app = await startApp({ env: { SMTP_URL: smtp.url } });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
});

const failed = async (who: SignedIn) =>
  (await app.request.get('/api/v1/mails/failed').set(who.headers).expect(200)).body.data;
const sendAgain = (who: SignedIn, id: string) =>
  app.request.post(`/api/v1/mails/${id}/send`).set(who.headers);
const newestJob = async (mailId: string) =>
  (await app.sql.query('select * from jobs where subject_id = $1 order by id desc limit 1', [mailId]))
    .rows[0];

/** The newest mail to this address, as it stands when the mail server has refused each attempt. */
async function failing(email: string): Promise<string> {
  const { rows } = await app.sql.query(
    'select id from mails where recipient = $1 order by created_at desc, id desc limit 1',
    [email],
  );
  const mailId = rows[0].id as string;
  const job = await newestJob(mailId);
  await app.services.queues.stop('mail', job.id, 'discard');
  smtp.refuse(1);
  await expect(deliverMail(app.services, job.payload)).rejects.toThrow(/451/);
  await app.sql.query(`update jobs set state = 'failed', finished_at = now() where id = $1`, [job.id]);
  return mailId;
}

const invite = async (owner: SignedIn, email: string) =>
  (
    await app.request
      .post('/api/v1/team/invites')
      .set(owner.headers)
      .send({ email, role: 'viewer' })
      .expect(201)
  ).body.id as string;

async function invited(by: SignedIn): Promise<string> {
  const email = freshEmail();
  await invite(by, email);
  return email;
}

let count = 0;
const freshEmail = () => `guest-${++count}-${Date.now()}@example.test`;

test('who manages the team sees what could not be sent and why, with addresses masked, and tries again', async () => {
  const owner = await app.signIn();
  const [admin, developer] = [await joined(app, owner, 'admin'), await joined(app, owner, 'developer')];
  const email = freshEmail();
  await invite(owner, email);
  expect(await failed(owner)).toEqual([]);
  const id = await failing(email);
  const [reported, ...others] = await failed(admin);
  expect(others).toEqual([]);
  expect(reported).toEqual({
    ...{ id, kind: 'invitation', to: 'g•••@example.test', why: 'REFUSED', smtpStatus: 451, sendable: true },
    ...{ createdAt: expect.any(String), failedAt: expect.any(String) },
  });
  await app.request.get('/api/v1/mails/failed').set(developer.headers).expect(403);
  await sendAgain(developer, id).expect(403);
  await sendAgain(admin, id).expect(204);
  expect(await failed(owner)).toEqual([]);
  // It is under way.
  await sendAgain(owner, id).expect(404);
  await deliverMail(app.services, (await newestJob(id)).payload);
  expect(smtp.received.at(-1)?.to).toEqual([email]);
});

test('mails of other workspaces and their members are not there', async () => {
  const [owner, stranger] = [await app.signIn(), await app.signIn()];
  const email = freshEmail();
  await invite(owner, email);
  const id = await failing(email);
  expect(await failed(stranger)).toEqual([]);
  await sendAgain(stranger, id).expect(404);
  expect((await failed(owner)).map((mail: { id: string }) => mail.id)).toEqual([id]);
});

test('an undelivered code is reported, but not resent', async () => {
  const owner = await app.signIn();
  const member = await joined(app, owner, 'viewer');
  await app.request.post('/api/v1/auth/login').send({ email: member.email }).expect(200);
  const id = await failing(member.email);
  expect(await failed(owner)).toMatchObject([{ id, kind: 'code', sendable: false }]);
  const { body } = await sendAgain(owner, id).expect(409);
  expect(body.message).toContain('Request a new one');
});

test('of two who try again at once one does', async () => {
  const owner = await app.signIn();
  const email = freshEmail();
  await invite(owner, email);
  const id = await failing(email);
  const answers = await Promise.all([1, 2, 3].map(() => sendAgain(owner, id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404]);
});

test('an invitation that was taken back or renewed is not there to be sent with its dead link', async () => {
  const owner = await app.signIn();
  for (const way of ['revoke', 'resend'] as const) {
    const email = freshEmail();
    const inviteId = await invite(owner, email);
    const id = await failing(email);
    const path = `/api/v1/team/invites/${inviteId}`;
    const call = way === 'revoke' ? app.request.delete(path) : app.request.post(`${path}/resend`);
    expect((await call.set(owner.headers)).status).toBeLessThan(300);
    expect(await failed(owner)).toEqual([]);
    await sendAgain(owner, id).expect(404);
  }
});

test('an invitation ends with its sender and cannot be resent', async () => {
  const owner = await app.signIn();
  for (const way of ['removed', 'lowered'] as const) {
    const admin = await joined(app, owner, 'admin');
    const id = await failing(await invited(admin));
    const path = `/api/v1/team/members/${admin.userId}`;
    const call =
      way === 'removed' ? app.request.delete(path) : app.request.patch(path).send({ role: 'viewer' });
    expect((await call.set(owner.headers)).status).toBeLessThan(300);
    expect(await failed(owner)).toEqual([]);
    await sendAgain(owner, id).expect(404);
  }
});

test('a failed or sent mail of the workspace is published live', async () => {
  const owner = await app.signIn();
  const email = freshEmail();
  await invite(owner, email);
  const job = await newestJob(await failing(email));
  const stream = await openEventStream(app, owner.headers);
  await transact(app.services, async (unit) => {
    await mailJob.failed?.(app.services, unit, { ...job, workspaceId: job.workspace_id });
  });
  expect((await stream.take(1)).map(({ data }) => data)).toEqual([{ type: 'mails.changed' }]);
  stream.close();
});
