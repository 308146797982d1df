import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let asha: SignedIn;
let team: SignedIn;
beforeAll(async () => {
  app = await startApp();
  [asha, team] = await Promise.all([app.signIn(), app.signIn()]);
  await app.sql.query(
    `insert into memberships (workspace_id, user_id, role, created_at) values ($1, $2, 'developer', now())`,
    [team.workspaceId, asha.userId],
  );
});
afterAll(() => app.close());

const logOf = async ({ workspaceId }: SignedIn) =>
  (await app.sql.query('select * from audit_log where workspace_id = $1 order by seq', [workspaceId])).rows;

test('what somebody does to their own account is no matter of the team that they look at', async () => {
  const inTeam = { ...asha.headers, 'x-rowcast-workspace': team.workspaceSlug };
  const webhookUrl = 'https://hooks.example.com/secret-path';
  const name = { firstName: 'Asha', lastName: 'Rao' };
  const { request } = app;
  await request
    .put('/api/v1/auth/profile')
    .set(inTeam)
    .send({ ...name, company: 'Rao & Co' })
    .expect(200);
  await app.sql.query('update users set webhook_url = $2 where id = $1', [asha.userId, webhookUrl]);
  await request
    .put('/api/v1/auth/profile')
    .set(inTeam)
    .send({ ...name, webhookUrl: null })
    .expect(200);
  await request.delete('/api/v1/users/me/avatar').set(inTeam).expect(200);
  await request.put('/api/v1/settings/preferences').set(inTeam).send({ language: 'de' }).expect(200);
  await request.get('/api/v1/users/me/export').set(inTeam).expect(200);
  await request.post('/api/v1/users/me/archives').set(inTeam).expect(202);
  await request.post('/api/v1/auth/logout').set(inTeam).expect(204);
  expect(await logOf(team)).toEqual([]);
  const own = await logOf(asha);
  expect(own.map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      ...['account.data_exported', 'profile.updated'],
      'profile.picture_removed',
      'settings.updated',
      'account.signed_out',
    ]),
  );
  const changes = own.filter(({ action }) => action === 'profile.updated').map(({ details }) => details);
  expect(changes.at(-1)).toMatchObject({
    before: { webhookUrl: 'https://hooks.example.com' },
    after: { webhookUrl: null },
  });
  expect(JSON.stringify(own)).not.toContain('secret-path');
});

test('every field of a changed profile stands with what it was, and what stayed is no change', async () => {
  const person = await app.signIn();
  const save = (body: object) =>
    app.request.put('/api/v1/auth/profile').set(person.headers).send(body).expect(200);
  const names = { firstName: 'Meera', lastName: 'Nair' };
  await save({ ...names, timezone: 'Asia/Kolkata', language: 'de', position: 'Analyst' });
  await save({ ...names, timezone: 'Europe/London', language: 'de', position: 'Analyst' });
  await save({ ...names, timezone: 'Europe/London', language: 'de', position: 'Analyst' });
  const [first, second, ...more] = (await logOf(person)).map(({ details }) => details);
  expect(first).toMatchObject({
    before: { timezone: 'UTC', language: 'en', position: null },
    after: { firstName: 'Meera', timezone: 'Asia/Kolkata', language: 'de', position: 'Analyst' },
  });
  expect(second).toMatchObject({
    before: { timezone: 'Asia/Kolkata' },
    after: { timezone: 'Europe/London' },
  });
  expect(Object.keys(second.after)).toEqual(['timezone']);
  expect(more).toEqual([]);
});
