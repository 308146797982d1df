import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import { linkTokenFor } from '../harness/mail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** What a caller might hope is copied from the body into a row. */
const injected = (victim: { userId: string; workspaceId: string; sessionId: string }) => ({
  role: 'admin',
  id: victim.userId,
  userId: victim.userId,
  actorId: victim.userId,
  workspaceId: victim.workspaceId,
  planId: 'enterprise',
  plan: 'enterprise',
  amount: 0,
  mfaEnabled: true,
  verifiedAt: new Date(0),
  provedAt: new Date('2099-01-01'),
  lengthHours: 9_999,
});
const refusedOrIgnored = (status: number) => expect([200, 201, 202, 204, 400]).toContain(status);

test('rights, owners and amounts in a body are refused or ignored', async () => {
  const victim = await app.signIn();
  const person = await app.signIn();
  const more = injected(victim);
  const post = (path: string, body: object) => app.request.post(`/api/v1${path}`).send({ ...more, ...body });
  const { email } = person;
  refusedOrIgnored((await post('/auth/login', { email })).status);
  const { body } = await post('/auth/verify-otp', { email, otp: await app.codeFor(email) });
  expect(body.user).toMatchObject({ id: person.userId, role: 'user', mfaEnabled: false });
  expect((Date.parse(body.expiresAt) - Date.now()) / 3_600_000).toBeLessThan(24.1);
  await post('/auth/forgot-password', { email }).expect(202);
  const token = await linkTokenFor(app, email);
  const reset = await post('/auth/reset-password', { token, newPassword: 'three blue herons' });
  expect(reset.body.user.id).toBe(person.userId);
  const headers = { authorization: `Bearer ${reset.body.token}` };
  for (const [method, path, own] of [
    ['post', '/auth/sessions/revoke', { others: true }],
    ['post', '/auth/proof', { method: 'password', password: 'three blue herons' }],
    [
      'post',
      '/auth/change-password',
      { currentPassword: 'three blue herons', newPassword: 'four grey herons' },
    ],
    ['put', '/auth/profile', { firstName: 'Asha', lastName: 'Rao' }],
    ['put', '/settings/security', { sessionTimeout: 8 }],
    ['post', '/apis', { name: 'Churn' }],
  ] as const) {
    const { status } = await app.request[method](`/api/v1${path}`)
      .set(headers)
      .send({ ...more, ...own });
    refusedOrIgnored(status);
  }
  const { rows: users } = await app.sql.query(`select id, role, mfa_enabled from users where role <> 'user'`);
  expect(users).toEqual([]);
  const { rows: touched } = await app.sql.query(
    `select 'api' as what from apis where workspace_id = $1
     union all select 'audit' from audit_log where workspace_id = $1 or actor_id = $2
     union all select 'session' from sessions where user_id = $2 and (revoked_at is not null or id <> $3)
     union all select 'plan' from workspaces where plan = 'enterprise'
     union all select 'proof' from sessions where proved_at > now() + interval '1 hour' or length_hours > 168`,
    [victim.workspaceId, victim.userId, victim.sessionId],
  );
  expect(touched).toEqual([]);
});
