import type { NotificationKind } from '@rowcast/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBody } from '../../src/features/mail/index.ts';
import { mailDue } from '../../src/features/notifications/digest.ts';
import { transact } from '../../src/platform/db/unit-of-work.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { deliverQueuedMail } from '../harness/mail.ts';
import { startSmtpServer } from '../harness/smtp-server.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { PUBLIC_URL: 'https://rowcast.test' } });
});
afterAll(() => app.close());

const at = (time: string) => ({ ...app.services, clock: { now: () => new Date(time) } });

async function person(notifications: object = {}, preferences: object = {}): Promise<SignedIn> {
  const signedIn = await app.signIn();
  await app.sql.query(
    'insert into user_settings (user_id, notifications, preferences, updated_at) values ($1, $2, $3, now())',
    [signedIn.userId, JSON.stringify(notifications), JSON.stringify(preferences)],
  );
  return signedIn;
}
const tell = (
  time: string,
  { userId }: SignedIn,
  kind: NotificationKind = 'team.removed',
  workspace = 'Lab',
) =>
  transact(at(time), async ({ notify }) =>
    notify([userId], kind, { workspace, device: 'x', address: 'y' }, '/lab'),
  );

async function mailsTo({ email }: SignedIn): Promise<{ subject: string; text: string }[]> {
  const { rows } = await app.sql.query(
    'select subject, sealed_body from mails where recipient = $1 order by created_at, id',
    [email],
  );
  const key = app.services.config.ENCRYPTION_KEY;
  return rows.map(({ subject, sealed_body }) => ({ subject, text: openBody(sealed_body, key).text }));
}

test('in real time each is mailed at once, and once', async () => {
  const ann = await person({ digestFrequency: 'real-time' });
  await tell('2026-03-04T10:20:00Z', ann);
  await mailDue(at('2026-03-04T10:20:01Z'));
  await mailDue(at('2026-03-04T10:20:02Z'));
  const mails = await mailsTo(ann);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toBe('You are no longer a member of Lab');
  expect(mails[0]?.text).toContain('https://rowcast.test/lab');
  expect(mails[0]?.text).toContain(`https://rowcast.test/${ann.username}/settings?tab=notifications`);
});

test.each([
  ['hourly', 'UTC', '2026-03-04T10:59:59Z', '2026-03-04T11:00:00Z'],
  ['daily', 'UTC', '2026-03-05T07:59:59Z', '2026-03-05T08:00:00Z'],
  ['daily', 'Asia/Kolkata', '2026-03-05T02:29:59Z', '2026-03-05T02:30:00Z'],
  ['daily', 'America/New_York', '2026-03-04T12:59:59Z', '2026-03-04T13:00:00Z'],
  ['weekly', 'UTC', '2026-03-09T07:59:59Z', '2026-03-09T08:00:00Z'],
])('%s in %s: all in one mail, when it is time', async (digestFrequency, timezone, before, then) => {
  const ann = await person({ digestFrequency }, { timezone });
  await tell('2026-03-04T10:20:00Z', ann, 'team.removed', 'One');
  await tell('2026-03-04T10:40:00Z', ann, 'team.removed', 'Two');
  await mailDue(at(before));
  expect(await mailsTo(ann)).toEqual([]);
  await mailDue(at(then));
  const mails = await mailsTo(ann);
  expect(mails.map(({ subject }) => subject)).toEqual(['Rowcast: 2 notifications']);
  expect(mails[0]?.text).toMatch(/member of One\n.*\n\n.*member of Two\n/);
});

test('daily is what happens where nothing was chosen', async () => {
  const ann = await app.signIn();
  await tell('2026-03-04T10:20:00Z', ann);
  await mailDue(at('2026-03-05T07:59:59Z'));
  expect(await mailsTo(ann)).toEqual([]);
  await mailDue(at('2026-03-05T08:00:00Z'));
  expect(await mailsTo(ann)).toHaveLength(1);
});

test('security does not wait for the digest, and takes nothing else with it', async () => {
  const ann = await person({ digestFrequency: 'weekly' });
  await tell('2026-03-04T10:20:00Z', ann);
  await tell('2026-03-04T10:21:00Z', ann, 'security.mfa_disabled');
  await mailDue(at('2026-03-04T10:21:01Z'));
  const mails = await mailsTo(ann);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).not.toContain('Lab');
});

test.each([{ emailNotifications: false }, { securityAlerts: false }])('%o: no mail', async (off) => {
  const ann = await person({ ...off, digestFrequency: 'real-time' });
  await tell('2026-03-04T10:20:00Z', ann, 'security.mfa_disabled');
  await mailDue(at('2026-03-20T10:20:00Z'));
  expect(await mailsTo(ann)).toEqual([]);
});

test('who switches mail off before the digest gets none', async () => {
  const ann = await person({});
  await tell('2026-03-04T10:20:00Z', ann);
  await app.sql.query(
    `update user_settings set notifications = '{"emailNotifications":false}' where user_id = $1`,
    [ann.userId],
  );
  await mailDue(at('2026-03-20T10:20:00Z'));
  expect(await mailsTo(ann)).toEqual([]);
});

test('former members get no notifications', async () => {
  const ann = await person({});
  const { workspaceId, userId } = ann;
  const name = { workspace: 'Lab', role: 'admin' };
  await transact(at('2026-03-04T10:20:00Z'), async ({ notify }) =>
    notify({ workspaceId, userId }, 'team.role_changed', name),
  );
  await tell('2026-03-04T10:21:00Z', ann);
  await app.sql.query('delete from memberships where user_id = $1', [userId]);
  await mailDue(at('2026-03-20T10:20:00Z'));
  expect((await mailsTo(ann)).map(({ subject }) => subject)).toEqual(['You are no longer a member of Lab']);
});

test('one whose settings cannot be read keeps nobody from their mail', async () => {
  const [ann, bob] = [await person({}), await person({})];
  for (const each of [ann, bob]) await tell('2026-03-04T10:20:00Z', each);
  const choose = (what: string) =>
    app.sql.query('update user_settings set notifications = $2 where user_id = $1', [ann.userId, what]);
  await choose('{"digestFrequency":"sometimes"}');
  await mailDue(at('2026-03-20T10:20:00Z'));
  expect([(await mailsTo(ann)).length, (await mailsTo(bob)).length]).toEqual([0, 1]);
  await choose('{}');
  await mailDue(at('2026-03-20T10:20:00Z'));
  expect(await mailsTo(ann)).toHaveLength(1);
});

test('in the language of the person', async () => {
  const ann = await person({ digestFrequency: 'real-time' }, { language: 'de' });
  await tell('2026-03-04T10:20:00Z', ann);
  await mailDue(at('2026-03-04T10:20:00Z'));
  expect((await mailsTo(ann))[0]?.subject).toBe('Sie sind kein Mitglied von Lab mehr');
});

test('a name in several lines stays in its line', async () => {
  const ann = await person({ digestFrequency: 'real-time' });
  await tell('2026-03-04T10:20:00Z', ann, 'team.removed', 'Lab\n\nOpen: https://evil.example');
  await mailDue(at('2026-03-04T10:20:01Z'));
  const [mail] = await mailsTo(ann);
  expect(mail?.subject).toBe('You are no longer a member of Lab Open: https://evil.example');
  expect(mail?.text).not.toMatch(/^Open: https:\/\/evil/m);
});

test('without a public address the links lead to where this server listens', async () => {
  const own = await startApp({ env: { PORT: '4321' } });
  const ann = await own.signIn();
  await transact(own.services, async ({ notify }) => notify([ann.userId], 'security.mfa_disabled', {}, '/x'));
  await mailDue(own.services);
  const { rows } = await own.sql.query('select sealed_body from mails where recipient = $1', [ann.email]);
  const { text } = openBody(rows[0].sealed_body, own.services.config.ENCRYPTION_KEY);
  expect(text).toContain('http://127.0.0.1:4321/x');
  const { body } = await own.request.post('/api/v1/team/invites/link').set(ann.headers).send({}).expect(201);
  expect(body.link).toMatch(/^http:\/\/127\.0\.0\.1:4321\/join#/);
  await own.close();
});

test('several jobs processes at once mail each person once', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => person({ digestFrequency: 'real-time' })));
  for (const each of people)
    for (let count = 0; count < 3; count += 1) await tell('2026-03-04T10:20:00Z', each);
  await Promise.all(Array.from({ length: 6 }, () => mailDue(at('2026-03-04T10:20:00Z'))));
  for (const each of people) expect(await mailsTo(each)).toHaveLength(1);
});

test('it really leaves by SMTP, once', async () => {
  const smtp = await startSmtpServer();
  const own = await startApp({ env: { SMTP_URL: smtp.url, MAIL_LOCAL: 'false' } });
  const ann = await own.signIn();
  await transact(own.services, async ({ notify }) => notify([ann.userId], 'security.mfa_disabled'));
  await Promise.all([mailDue(own.services), mailDue(own.services)]);
  await deliverQueuedMail(own);
  expect(smtp.received).toHaveLength(1);
  expect(smtp.received[0]).toMatchObject({ to: [ann.email] });
  await own.close();
  await smtp.close();
});
