import { defaultTeamSettings } from '@rowcast/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { joined, tokenIn } from './people.ts';

let app: TestApp;
let owner: SignedIn;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signIn();
});

const put = (body: object) => app.request.put('/api/v1/team/settings').set(owner.headers).send(body);
const size = async () => {
  const { rows } = await app.sql.query('select count(*)::int as n from memberships where workspace_id = $1', [
    owner.workspaceId,
  ]);
  return rows[0].n;
};
const linkToken = async () => {
  const { body } = await app.request
    .post('/api/v1/team/invites/link')
    .set(owner.headers)
    .send({ role: 'viewer' })
    .expect(201);
  return tokenIn(body.link);
};

test('settings start as documented; a change touches only what it names', async () => {
  await app.request.get('/api/v1/team/settings').set(owner.headers).expect(200, defaultTeamSettings);
  await put({ maxTeamSize: 5 }).expect(200, { ...defaultTeamSettings, maxTeamSize: 5 });
  await put({ requireApproval: true }).expect(200, {
    ...defaultTeamSettings,
    maxTeamSize: 5,
    requireApproval: true,
  });
});

test.each([{ maxTeamSize: 0 }, { maxTeamSize: 101 }, { maxTeamSize: 2.5 }, { defaultRole: 'admin' }])(
  '%o is refused',
  async (body) => {
    await put(body).expect(400, /VALIDATION_FAILED/);
  },
);

test('a link without a role gives the default one', async () => {
  await put({ defaultRole: 'tester' }).expect(200);
  const made = await app.request.post('/api/v1/team/invites/link').set(owner.headers).send({}).expect(201);
  expect(made.body.invite.role).toBe('tester');
});

test('20 people accepting at the same moment do not fill the team beyond its maximum', async () => {
  await put({ maxTeamSize: 4 }).expect(200);
  const tokens = await Promise.all(Array.from({ length: 20 }, linkToken));
  const people = await Promise.all(Array.from({ length: 20 }, () => app.signIn()));
  const answers = await Promise.all(
    people.map(({ headers }, at) =>
      app.request.post('/api/v1/team/invites/accept').set(headers).send({ token: tokens[at] }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  for (const { body } of answers.filter(({ status }) => status !== 200))
    expect(body.error.code).toBe('TEAM_FULL');
  expect(await size()).toBe(4);
  const another = { email: 'one.more@example.test', role: 'viewer' };
  await app.request
    .post('/api/v1/team/invites')
    .set(owner.headers)
    .send(another)
    .expect(409, /TEAM_FULL/);
});

test('the maximum is not set below what the team is, also while people join', async () => {
  await joined(app, owner, 'viewer');
  const { body } = await put({ maxTeamSize: 1 }).expect(400);
  expect(body.fields).toEqual([{ field: 'maxTeamSize', message: expect.stringContaining('2 members') }]);
  const token = await linkToken();
  const guest = await app.signIn();
  const [shrunk, joining] = await Promise.all([
    put({ maxTeamSize: 2 }),
    app.request.post('/api/v1/team/invites/accept').set(guest.headers).send({ token }),
  ]);
  expect([shrunk.status, joining.status]).toSatisfy(
    ([put, accept]) => (put === 200 && accept === 409) || (put === 400 && accept === 200),
  );
});
