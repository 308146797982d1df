import { createSession, createUser } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepAuth } from '../../src/features/auth/index.ts';
import { sweepMail } from '../../src/features/mail/index.ts';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const count = async (table: string) =>
  (await app.sql.query(`select count(*)::int as rows from ${table}`)).rows[0].rows;

test('what has long been over is removed, what is alive stays', async () => {
  const { email } = await app.signIn();
  await app.request.post('/api/v1/auth/login').send({ email }).expect(200);
  const old = await createSession(app.sql);
  const unfinished = await createUser(app.sql);
  await app.sql.query(`update sessions set expires_at = now() - interval '31 days' where id = $1`, [old.id]);
  await app.sql.query(
    `update users set verified_at = null, created_at = now() - interval '8 days' where id = $1`,
    [unfinished.id],
  );
  await app.sql.query(`insert into one_time_codes (id, email, code_hash, created_at, expires_at)
    values ('old', 'old@example.test', '', now() - interval '2 days', now() - interval '2 days')`);
  await app.sql.query(`insert into mails (id, recipient, subject, sealed_body, created_at)
    values ('old', 'old@example.test', '', '', now() - interval '8 days')`);

  const { rows: owners } = await app.sql.query(
    `insert into security_events (id, user_id, kind, ip, user_agent, at)
     select 'sev_' || days, u.id, 'signed_in', '192.0.2.1', '', now() - make_interval(days => days)
     from (select id from users where email = $1) u, unnest(array[364, 366]) days returning user_id`,
    [email],
  );
  expect(owners).toHaveLength(2);

  await sweepAuth(app.services);
  await sweepMail(app.services);
  expect(await count('sessions')).toBe(1);
  expect(await count('users')).toBe(2);
  expect(await count('one_time_codes')).toBe(1);
  expect(await count('mails')).toBe(1);
  expect(await count('security_events')).toBe(1);
});
