import { createApi } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { inWorkspace, joined } from './people.ts';

let app: TestApp;
let owner: SignedIn;
let developer: SignedIn;
let apiId: string;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await app.signIn();
  developer = await joined(app, owner, 'developer');
  ({ id: apiId } = await createApi(app.sql, { workspaceId: owner.workspaceId, name: 'Churn' }));
});

const createKey = async (by: SignedIn, name = 'Billing', body: object = {}) =>
  (
    await app.request
      .post(`/api/v1/apis/${apiId}/keys`)
      .set(by.headers)
      .send({ name, ...body })
      .expect(201)
  ).body;
const keys = async () =>
  (await app.request.get(`/api/v1/apis/${apiId}/keys`).set(owner.headers).expect(200)).body.data;
const keysOf = (by: SignedIn, id: string) =>
  app.request.get(`/api/v1/team/members/${id}/keys`).set(by.headers);
const remove = (id: string, choice?: string) =>
  app.request
    .delete(`/api/v1/team/members/${id}`)
    .query(choice ? { keys: choice } : {})
    .set(owner.headers);
const predict = (key: string) =>
  app.request.post(`/api/v1/predict/${apiId}`).auth(key, { type: 'bearer' }).send({ age: 1 });
const audited = async (action: string) =>
  (
    await app.sql.query('select target_id, details from audit_log where workspace_id = $1 and action = $2', [
      owner.workspaceId,
      action,
    ])
  ).rows;

test('a member with active keys is removed only with a decision about the keys', async () => {
  const key = await createKey(developer);
  const { body } = await keysOf(owner, developer.userId).expect(200);
  expect(body.data).toMatchObject([{ id: key.id, name: 'Billing', api: 'Churn', prefix: key.prefix }]);
  expect((await remove(developer.userId).expect(409)).body.error.code).toBe('MEMBER_HAS_KEYS');
  await remove(developer.userId, 'forget').expect(400);
  expect((await keys())[0]).toMatchObject({ revokedAt: null, owner: { isMember: true } });
  await keysOf(owner, developer.userId).expect(200);
});

test('revoking: no key of the removed member predicts any more, also one they rotated', async () => {
  const key = await createKey(developer);
  const owned = await createKey(owner, 'Ours');
  const { body: successor } = await app.request
    .post(`/api/v1/apis/${apiId}/keys/${owned.id}/rotate`)
    .set(developer.headers)
    .send({ overlapSeconds: 3600 })
    .expect(201);
  const other = await createKey(owner, 'Untouched');
  expect((await predict(key.key)).status).not.toBe(401);
  await remove(developer.userId, 'revoke').expect(204);
  for (const { key: text } of [key, successor]) await predict(text).expect(401);
  expect((await predict(other.key)).status).not.toBe(401);
  const revoked = await audited('key.revoked');
  expect(revoked.map(({ target_id }) => target_id).toSorted()).toEqual([key.id, successor.id].toSorted());
  expect(revoked[0].details.before.owner).toBe(developer.userId);
});

test('reassigning: the keys keep working and belong to who removed the member', async () => {
  const key = await createKey(developer);
  await remove(developer.userId, 'reassign').expect(204);
  expect((await predict(key.key)).status).not.toBe(401);
  expect((await keys())[0]).toMatchObject({
    id: key.id,
    revokedAt: null,
    owner: { id: owner.userId, isMember: true },
  });
  expect(await audited('key.reassigned')).toMatchObject([
    { target_id: key.id, details: { before: { owner: developer.userId }, after: { owner: owner.userId } } },
  ]);
});

test('members without working keys need no decision', async () => {
  const revoked = await createKey(developer);
  await app.request.delete(`/api/v1/apis/${apiId}/keys/${revoked.id}`).set(developer.headers).expect(204);
  const expired = await createKey(developer, 'Expired');
  await app.sql.query(`update api_keys set expires_at = now() - interval '1 second' where id = $1`, [
    expired.id,
  ]);
  await remove(developer.userId).expect(204);
});

test('the list of keys marks those of people who left or deleted their account', async () => {
  await createKey(developer);
  await app.request.post('/api/v1/team/leave').set(developer.headers).expect(204);
  expect((await keys())[0].owner).toEqual({
    id: developer.userId,
    name: expect.any(String),
    isMember: false,
  });
  await app.sql.query('delete from users where id = $1', [developer.userId]);
  expect((await keys())[0].owner).toBeNull();
});

test('keys in other workspaces are neither listed nor touched', async () => {
  await createKey(developer);
  const own = inWorkspace(developer, developer.workspaceSlug);
  const { id: otherApi } = await createApi(app.sql, { workspaceId: developer.workspaceId, name: 'Own' });
  await app.request.post(`/api/v1/apis/${otherApi}/keys`).set(own).send({ name: 'Own key' }).expect(201);
  expect((await keysOf(owner, developer.userId).expect(200)).body.data).toHaveLength(1);
  await remove(developer.userId, 'revoke').expect(204);
  const { body } = await app.request.get(`/api/v1/apis/${otherApi}/keys`).set(own).expect(200);
  expect(body.data).toMatchObject([{ revokedAt: null }]);
  await keysOf(owner, developer.userId).expect(404);
});
