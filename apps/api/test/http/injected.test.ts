import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';

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
test('rights, owners and amounts in a body are refused, and change nothing', async () => {
  const victim = await app.signIn();
  const person = await app.signIn();
  const { email } = person;
  const newPassword = 'four grey herons';
  for (const [method, path, own] of [
    ['post', '/auth/signup', { name: 'Asha', email, phoneNumber: '+14155550100' }],
    ['post', '/auth/login', { email }],
    ['post', '/auth/verify-otp', { email, otp: '123456' }],
    ['post', '/auth/forgot-password', { email }],
    ['post', '/auth/reset-password', { token: 'a', newPassword }],
    ['post', '/auth/sessions/revoke', { others: true }],
    ['post', '/auth/proof', { method: 'password', password: 'three blue herons' }],
    ['post', '/auth/change-password', { currentPassword: 'three blue herons', newPassword }],
    ['put', '/auth/profile', { firstName: 'Asha', lastName: 'Rao' }],
    ['put', '/settings/security', { sessionTimeout: 8 }],
    ['post', '/apis', { name: 'Churn' }],
  ] as const) {
    const sent = { ...injected(victim), ...own };
    const { body } = await app.request[method](`/api/v1${path}`).set(person.headers).send(sent).expect(400);
    const refused = body.fields.map(({ field }: { field: string }) => field);
    expect(refused, path).toEqual(Object.keys(injected(victim)));
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
