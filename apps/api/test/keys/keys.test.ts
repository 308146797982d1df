import { createApi } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let user: SignedIn;
let apiId: string;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await app.signIn();
  ({ id: apiId } = await createApi(app.sql, { workspaceId: user.workspaceId }));
});

const create = async (name: string): Promise<string> => {
  const sent = app.request.post(`/api/v1/apis/${apiId}/keys`).set(user.headers).send({ name });
  return (await sent.expect(201)).body.id;
};
const revoke = (id: string) => app.request.delete(`/api/v1/apis/${apiId}/keys/${id}`).set(user.headers);
const names = async () => {
  const { body } = await app.request.get(`/api/v1/apis/${apiId}/keys`).set(user.headers).expect(200);
  return body.data.map(({ name }: { name: string }) => name);
};

test('revoking a key twice changes, records and publishes nothing', async () => {
  const id = await create('Leaked');
  const found = async () => {
    const { rows } = await app.sql.query(
      `select (select revoked_at from api_keys where id = $1),
         (select count(*)::int from audit_log where target_id = $1 and action = 'key.revoked') as recorded,
         (select count(*)::int from route_changes) as reported`,
      [id],
    );
    return rows[0];
  };
  await revoke(id).expect(204);
  const once = await found();
  expect(once).toMatchObject({ revoked_at: expect.any(Date), recorded: 1 });
  await revoke(id).expect(204);
  expect(await found()).toEqual(once);
  await revoke('key_none').expect(404);
});

test('keys that ended 90 days ago are not listed any longer', async () => {
  for (const [name, ended] of [
    ['Works', null],
    ['Revoked lately', "revoked_at = now() - interval '89 days'"],
    ['Revoked long ago', "revoked_at = now() - interval '91 days'"],
    ['Expired long ago', "expires_at = now() - interval '91 days'"],
    ['Expires', "expires_at = now() + interval '91 days'"],
  ] as const) {
    const id = await create(name);
    if (ended) await app.sql.query(`update api_keys set ${ended} where id = $1`, [id]);
  }
  expect(await names()).toEqual(['Expires', 'Revoked lately', 'Works']);
});

test('of very many keys the newest are listed, and one that works before those that do not', async () => {
  await create('Oldest');
  await app.sql.query(
    `insert into api_keys (id, workspace_id, api_id, name, prefix, key_hash, created_at, revoked_at)
     select 'key_' || $2 || n, $1, $2, 'Key ' || n, 'rc', $2 || n, now() + n * interval '1 s', now()
     from generate_series(1, 600) n`,
    [user.workspaceId, apiId],
  );
  const listed = await names();
  expect(listed).toHaveLength(500);
  expect([listed[0], listed[498], listed[499]]).toEqual(['Key 600', 'Key 102', 'Oldest']);
});
