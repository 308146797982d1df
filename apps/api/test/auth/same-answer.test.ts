import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deliverMail } from '../../src/features/mail/index.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { forgetLimits, linkTokenFor } from '../harness/mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { MAIL_LOCAL: 'false' } });
});
afterAll(() => app.close());
beforeEach(() => forgetLimits(app));

const post = (path: string, body: object) => app.request.post(`/api/v1/auth/${path}`).send(body);

/** Everything an outsider sees, except what differs between any two calls. */
async function seen(path: string, body: object) {
  const { status, headers, text } = await post(path, body);
  const { date: _date, 'x-request-id': id, 'retry-after': _wait, ...rest } = headers;
  return { status, headers: rest, text: text.replace(String(id), '') };
}

async function withPassword(): Promise<string> {
  const { email } = await app.signIn();
  await post('forgot-password', { email }).expect(202);
  await post('reset-password', {
    token: await linkTokenFor(app, email),
    newPassword: 'three blue herons',
  }).expect(200);
  await forgetLimits(app);
  return email;
}

/** An address that had an account once. */
async function deleted(): Promise<string> {
  const { email, userId } = await app.signIn();
  await app.sql.query('delete from users where id = $1', [userId]);
  return email;
}

/** An account whose code has been guessed at too often. */
async function locked(): Promise<string> {
  const email = await withPassword();
  await app.sql.query(
    `insert into one_time_codes (id, email, code_hash, attempts, created_at, expires_at)
    values ('locked', $1, '', 5, now(), now() + interval '10 minutes')`,
    [email],
  );
  return email;
}

async function everyKind(): Promise<[string, string][]> {
  return [
    ['known', (await app.signIn()).email],
    ['with a password', await withPassword()],
    ['locked', await locked()],
    ['deleted', await deleted()],
    ['unknown', 'nobody@example.test'],
  ];
}

test('requests for a code or a new password get the same response for every address', async () => {
  const kinds = await everyKind();
  for (const path of ['login', 'login', 'resend-otp', 'forgot-password', 'forgot-password']) {
    const answers = [];
    for (const [kind, email] of kinds) answers.push([kind, await seen(path, { email })]);
    for (const [kind, answer] of answers) expect([kind, answer]).toEqual([kind, answers[0]?.[1]]);
  }
});

test('sign-up gets the same response for every address', async () => {
  const form = { name: 'Asha Rao', phoneNumber: '+91 98765 43210' };
  for (const turn of [1, 2]) {
    const answers = [];
    for (const [kind, email] of await everyKind())
      answers.push([kind, await seen('signup', { ...form, email })]);
    for (const [kind, answer] of answers) expect([turn, kind, answer]).toEqual([turn, kind, answers[0]?.[1]]);
  }
});

test('a wrong password gets the same response below and above the limit', async () => {
  const kinds = await everyKind();
  for (let turn = 0; turn < 12; turn += 1) {
    await forgetLimits(app, 'guesses-network');
    const answers = [];
    for (const [kind, email] of kinds)
      answers.push([kind, await seen('login', { email, password: 'guess' })]);
    for (const [kind, answer] of answers) expect([kind, answer]).toEqual([kind, answers[0]?.[1]]);
    expect(answers[0]?.[1]).toMatchObject({ status: turn < 10 ? 401 : 429 });
  }
});

test('wrong codes get the same response for a login and for a password', async () => {
  const known = (await app.signIn()).email;
  const unknown = 'somebody@example.test';
  for (const [ask, path, more] of [
    ['login', 'verify-otp', {}],
    ['forgot-password', 'reset-password', { newPassword: 'three blue herons' }],
  ] as const) {
    await forgetLimits(app);
    await Promise.all([known, unknown].map((email) => post(ask, { email })));
    const codes = [await app.codeFor(known), await app.codeFor(unknown)];
    const otp = ['123456', '234567', '345678'].find((code) => !codes.includes(code)) ?? '';
    for (let turn = 0; turn < 12; turn += 1) {
      expect(await seen(path, { email: unknown, otp, ...more })).toEqual(
        await seen(path, { email: known, otp, ...more }),
      );
    }
  }
});

test('a wrong password is as much work where there is no account or no password', async () => {
  const known = await withPassword();
  const others = [(await app.signIn()).email, 'ghost@example.test'];
  const work = new Map<string, number[]>();
  for (let turn = 0; turn < 9; turn += 1) {
    for (const email of [known, ...others]) {
      await forgetLimits(app, 'guesses');
      // Processor time, which unlike time does not depend on what else this machine is doing.
      const before = process.cpuUsage();
      await post('login', { email, password: 'guess' }).expect(401);
      const { user, system } = process.cpuUsage(before);
      work.set(email, [...(work.get(email) ?? []), user + system]);
    }
  }
  const least = (email: string) => Math.min(...(work.get(email) ?? []));
  // Comparing with a hash is most of the work, so leaving it out shows as far less than half.
  for (const email of others) {
    expect(least(email) / least(known)).toBeGreaterThan(0.6);
    expect(least(email) / least(known)).toBeLessThan(1.7);
  }
});

test('an address without an account gets no mail, and its code and link open nothing', async () => {
  const email = 'stranger@example.test';
  await post('login', { email }).expect(200);
  const otp = await app.codeFor(email);
  const token = await linkTokenFor(app, email);
  await post('verify-otp', { email, otp }).expect(400, /CODE_EXPIRED/);
  await post('verify-email', { token }).expect(400, /LINK_EXPIRED/);
  await post('forgot-password', { email }).expect(202);
  const reset = { newPassword: 'three blue herons', token: await linkTokenFor(app, email) };
  await post('reset-password', reset).expect(400);
  const { rows: before } = await app.sql.query('select 1 from mails where recipient = $1', [email]);
  expect(before).toHaveLength(2);
  const { rows: jobs } = await app.sql.query(
    'select payload from jobs where subject_id in (select id from mails where recipient = $1)',
    [email],
  );
  for (const { payload } of jobs) await deliverMail(app.services, payload);
  const { rows } = await app.sql.query('select 1 from mails where recipient = $1', [email]);
  expect(rows).toEqual([]);
});
