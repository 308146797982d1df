import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { MAIL_LOCAL: 'false' } });
});
afterAll(() => app.close());

const post = (path: string, body: object) => app.request.post(`/api/v1/auth/${path}`).send(body);
const verify = (email: string, otp: string) => post('verify-otp', { email, otp });
const otherThan = (code: string) => (code === '000000' ? '111111' : '000000');
const forgetLimits = async (name: string) => {
  const keys = await app.services.redis.keys(`limit:${name}*`);
  if (keys.length) await app.services.redis.del(keys);
};
const codesOf = (answers: { status: number; body: { error?: { code: string } } }[]) =>
  answers.map(({ status, body }) => (status === 200 ? 'OK' : body.error?.code));

async function codeSent(): Promise<{ email: string; code: string }> {
  await forgetLimits('');
  const { email } = await app.signIn();
  await post('login', { email }).expect(200);
  return { email, code: await app.codeFor(email) };
}

test.each([1, 2, 3])('fifty parallel verifications of the right code give one session (%i)', async () => {
  const { email, code } = await codeSent();
  // With all connections open, the requests really meet in the database.
  await Promise.all(Array.from({ length: 20 }, () => app.sql.query('select pg_sleep(0.1)')));
  const answers = await Promise.all(Array.from({ length: 50 }, () => verify(email, code)));
  expect(codesOf(answers).filter((each) => each === 'OK')).toHaveLength(1);
  const { rows } = await app.sql.query(
    `select count(*)::int as sessions from sessions s join users u on u.id = s.user_id
     where u.email = $1 and s.user_agent <> 'factory'`,
    [email],
  );
  expect(rows[0].sessions).toBe(1);
});

test('five wrong tries end a code, the right one included', async () => {
  const { email, code } = await codeSent();
  for (let turn = 0; turn < 5; turn += 1) {
    const { body } = await verify(email, otherThan(code)).expect(400);
    expect(body).toMatchObject({ error: { code: 'CODE_WRONG' }, fields: [{ field: 'otp' }] });
  }
  const refused = await verify(email, code).expect(429);
  expect(refused.body.error.code).toBe('CODE_ATTEMPTS_EXCEEDED');
  expect(Number(refused.get('retry-after'))).toBeGreaterThan(0);
});

test('of a hundred parallel wrong tries at most five are compared', async () => {
  const { email, code } = await codeSent();
  const answers = await Promise.all(Array.from({ length: 100 }, () => verify(email, otherThan(code))));
  expect(codesOf(answers).filter((each) => each === 'CODE_WRONG')).toHaveLength(5);
  await forgetLimits('guesses');
  expect(codesOf([await verify(email, code)])).toEqual(['CODE_ATTEMPTS_EXCEEDED']);
});

test('an account takes ten guesses in a quarter of an hour, whatever code they are for', async () => {
  const { email, code } = await codeSent();
  for (let turn = 0; turn < 5; turn += 1) await verify(email, otherThan(code)).expect(400);
  await forgetLimits('code');
  await post('resend-otp', { email }).expect(202);
  const second = await app.codeFor(email);
  for (let turn = 0; turn < 5; turn += 1) await verify(email, otherThan(second)).expect(400);
  await forgetLimits('code');
  await post('resend-otp', { email }).expect(202);
  const answer = await verify(email, await app.codeFor(email)).expect(429);
  expect(answer.body.error.code).toBe('RATE_LIMITED');
  expect(Number(answer.get('retry-after'))).toBeGreaterThan(0);
});

test('a code ends after ten minutes of the database', async () => {
  const { email, code } = await codeSent();
  const age = (minutes: string) =>
    app.sql.query(
      `update one_time_codes set created_at = now() - $2::interval,
         expires_at = now() - $2::interval + (expires_at - created_at) where email = $1`,
      [email, minutes],
    );
  await age('9 minutes 50 seconds');
  await verify(email, otherThan(code)).expect(400, /CODE_WRONG/);
  await age('10 minutes 1 second');
  await verify(email, code).expect(400, /CODE_EXPIRED/);
});

test('a code works once', async () => {
  const { email, code } = await codeSent();
  await verify(email, code).expect(200);
  await verify(email, code).expect(400, /CODE_EXPIRED/);
});

test('a new code ends the one before and comes a minute later at the earliest', async () => {
  const { email, code } = await codeSent();
  const early = await post('resend-otp', { email }).expect(429);
  expect(early.body.error.code).toBe('CODE_TOO_SOON');
  expect(Number(early.get('retry-after'))).toBeGreaterThan(50);
  await forgetLimits('code-cooldown');
  await post('resend-otp', { email }).expect(202, { message: 'OTP sent to your email' });
  const renewed = await app.codeFor(email);
  if (renewed !== code) await verify(email, code).expect(400, /CODE_WRONG/);
  await verify(email, renewed).expect(200);
});

test('an address gets five codes an hour', async () => {
  const { email } = await codeSent();
  for (let turn = 0; turn < 4; turn += 1) {
    await forgetLimits('code-cooldown');
    await post('resend-otp', { email }).expect(202);
  }
  await forgetLimits('code-cooldown');
  await post('resend-otp', { email }).expect(429, /RATE_LIMITED/);
  // Nothing was sent, so nothing says that it was.
  await post('login', { email }).expect(429, /RATE_LIMITED/);
});

test('one network gets thirty codes an hour, and made-up addresses in headers do not help', async () => {
  await forgetLimits('');
  const statuses = [];
  for (let turn = 0; turn < 31; turn += 1) {
    const answer = await post('login', { email: `someone${turn}@example.test` }).set(
      'X-Forwarded-For',
      `203.0.113.${turn}`,
    );
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array(30).fill(200), 429]);
});

test('codes for a new address, a username or a proof count for the network too', async () => {
  await forgetLimits('');
  for (let turn = 0; turn < 30; turn += 1)
    await post('login', { email: `nobody${turn}@example.test` }).expect(200);
  const { headers } = await app.signIn();
  const ask = (path: string, body: object) => app.request.post(`/api/v1/${path}`).set(headers).send(body);
  await ask('users/me/email', { email: 'stranger@example.test' }).expect(429, /RATE_LIMITED/);
  await ask('users/me/username', { username: 'someone-else' }).expect(429, /RATE_LIMITED/);
  await ask('auth/proof/code', {}).expect(429, /RATE_LIMITED/);
});

test.each(['12345', '1234567', 'abcdef', ''])('the code "%s" is refused before it is tried', async (otp) => {
  const { email } = await codeSent();
  await verify(email, otp).expect(400, /VALIDATION_FAILED/);
  const { rows } = await app.sql.query('select attempts from one_time_codes where email = $1', [email]);
  expect(rows[0].attempts).toBe(0);
});

test('nothing in the database is a code', async () => {
  const { email, code } = await codeSent();
  const { rows } = await app.sql.query(
    `select (select json_agg(c) from one_time_codes c where email = $1)::text ||
       (select json_agg(m) from mails m where recipient = $1)::text as dump`,
    [email],
  );
  expect(rows[0].dump).not.toContain(code);
});
