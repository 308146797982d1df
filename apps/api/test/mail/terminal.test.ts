import { spawnSync } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sealBody } from '../../src/features/mail/encrypted-body.ts';
import { deliverMail } from '../../src/features/mail/index.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { newestMail } from '../harness/mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { MAIL_LOCAL: 'false', MAIL_TERMINAL: 'true' } });
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

/** Everything that this process writes meanwhile. */
async function written(work: () => Promise<unknown>): Promise<string> {
  let text = '';
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      text += chunk;
      return true;
    }),
  );
  const log = vi.spyOn(app.services.log, 'warn').mockImplementation((...content) => {
    text += JSON.stringify(content);
  });
  await work().finally(() => {
    for (const spy of [...spies, log]) spy.mockRestore();
  });
  return text;
}

const mailbox = (recipient: string) => {
  const { DATABASE_URL, ENCRYPTION_KEY } = app.services.config;
  return spawnSync(process.execPath, [join(import.meta.dirname, '../../src/mailbox.ts'), recipient], {
    env: { DATABASE_URL, ENCRYPTION_KEY },
    encoding: 'utf8',
  }).stdout;
};

test('without a mail server a command shows codes and invitations, no log does, and no other mail counts as sent', async () => {
  const { email, headers } = await app.signIn();
  await app.request.post('/api/v1/auth/login').send({ email }).expect(200);
  const { code = '' } = await newestMail(app, email);
  const guest = `guest-${Date.now()}@example.test`;
  await app.request
    .post('/api/v1/team/invites')
    .set(headers)
    .send({ email: guest, role: 'viewer' })
    .expect(201);
  const log = await written(async () => {
    for (const to of [email, guest]) await deliverMail(app.services, (await newest(to)).payload);
  });
  expect(code).toMatch(/^\d{6}$/);
  expect(log).not.toContain(code);
  expect(log).not.toContain('/join#');
  expect(mailbox(email.toUpperCase())).toMatch(new RegExp(`Mail to ${email}: your code is ${code}\n$`));
  expect(mailbox(guest)).toContain('/join#');
  await app.sql.query(`update mails set sent_at = null, sealed_body = $2 where recipient = $1`, [
    guest,
    sealBody({ text: 'News', accountsOnly: false }, app.services.config.ENCRYPTION_KEY),
  ]);
  const { payload } = await newest(guest);
  await expect(deliverMail(app.services, payload)).rejects.toThrow('no way to deliver mail');
  expect((await newest(guest)).sent_at).toBeNull();
});

test('with the local mailbox a code is written to the terminal and to no log', async () => {
  const { email } = await app.signIn();
  await app.request.post('/api/v1/auth/login').send({ email }).expect(200);
  const { code = '' } = await newestMail(app, email);
  const file = join(app.services.config.STORAGE_URL.slice('file://'.length), 'terminal');
  const config = { ...app.services.config, MAIL_LOCAL: true, TERMINAL_FD: openSync(file, 'w') };
  const { payload } = await newest(email);
  expect(await written(() => deliverMail({ ...app.services, config }, payload))).not.toContain(code);
  expect(readFileSync(file, 'utf8')).toBe(`Mail to ${email}: your code is ${code}\n`);
});
