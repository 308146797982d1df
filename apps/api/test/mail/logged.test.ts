import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sealBody } from '../../src/features/mail/encrypted-body.ts';
import { deliverMail } from '../../src/features/mail/index.ts';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { MAIL_LOCAL: 'false', MAIL_LOG_CODES: 'true' } });
});
afterAll(() => app.close());

const newest = async (recipient: string) =>
  (
    await app.sql.query(
      `select jobs.payload, mails.sent_at from mails join jobs on jobs.subject_id = mails.id
       where recipient = $1 order by mails.created_at desc limit 1`,
      [recipient],
    )
  ).rows[0];

test('without a mail server codes and invitations stand in the log, and no other mail counts as sent', async () => {
  const { email, headers } = await app.signIn();
  const warn = vi.spyOn(app.services.log, 'warn');
  await app.request.post('/api/v1/auth/login').send({ email }).expect(200);
  await deliverMail(app.services, (await newest(email)).payload);
  const guest = `guest-${Date.now()}@example.test`;
  await app.request
    .post('/api/v1/team/invites')
    .set(headers)
    .send({ email: guest, role: 'viewer' })
    .expect(201);
  await deliverMail(app.services, (await newest(guest)).payload);
  const reported = warn.mock.calls.map(([content]) => (content as { mail?: object }).mail).filter(Boolean);
  expect(reported).toEqual([
    { to: email, code: expect.stringMatching(/^\d{6}$/), link: expect.stringContaining('#token=') },
    { to: guest, link: expect.stringContaining('/join#') },
  ]);
  await app.sql.query(`update mails set sent_at = null, sealed_body = $2 where recipient = $1`, [
    guest,
    sealBody({ text: 'News', accountsOnly: false }, app.services.config.ENCRYPTION_KEY),
  ]);
  const { payload } = await newest(guest);
  await expect(deliverMail(app.services, payload)).rejects.toThrow('no way to deliver mail');
  expect((await newest(guest)).sent_at).toBeNull();
});
