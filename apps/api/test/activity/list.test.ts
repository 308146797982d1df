import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '../../src/platform/db/unit-of-work.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const list = async (who: SignedIn, query = '') =>
  (await app.request.get(`/api/v1/activity${query}`).set(who.headers).expect(200)).body;

test('every member sees who did what, by name, and nothing that is for administrators', async () => {
  const ann = await app.signIn();
  const workspace = { id: ann.workspaceId, slug: ann.workspaceSlug };
  const [bob, viewer] = [
    await app.signIn({ workspace, role: 'developer' }),
    await app.signIn({ workspace, role: 'viewer' }),
  ];
  const { body: api } = await app.request.post('/api/v1/apis').set(bob.headers).send({ name: 'Churn' });
  await transact(app.services, async ({ audit }) => {
    const { workspaceId } = ann;
    audit({
      ...{ action: 'account.signed_in', targetType: 'user', targetId: ann.userId, workspaceId },
      ...{ actorId: ann.userId, after: { device: 'secret device' } },
    });
    audit({
      ...{ action: 'member.role_changed', targetType: 'member', targetId: bob.userId, workspaceId },
      ...{ actorId: ann.userId, before: { role: 'viewer' }, after: { role: 'developer' } },
    });
  });
  const { data, nextCursor } = await list(viewer);
  expect(nextCursor).toBeNull();
  expect(data).toEqual([
    {
      ...{ id: expect.any(String), timestamp: expect.any(String), action: 'member.role_changed' },
      ...{ actor: expect.stringMatching(/^User/), subject: expect.stringMatching(/^User/), apiId: null },
    },
    {
      ...{ id: expect.any(String), timestamp: expect.any(String), action: 'api.created' },
      ...{ actor: expect.stringMatching(/^User/), subject: 'Churn', apiId: api.id },
    },
  ]);
  expect(JSON.stringify(data)).not.toMatch(/secret device|127\.0\.0\.1|req_/);
  const kinds = async (kind: string) =>
    (await list(viewer, `?kind=${kind}`)).data.map(({ action }: { action: string }) => action);
  expect(await kinds('team')).toEqual(['member.role_changed']);
  expect(await kinds('work')).toEqual(['api.created']);
});

test('pages follow one another', async () => {
  const ann = await app.signIn();
  for (let each = 0; each < 5; each += 1)
    await app.request
      .post('/api/v1/apis')
      .set(ann.headers)
      .send({ name: `API ${each}` })
      .expect(201);
  const first = await list(ann, '?limit=3');
  const second = await list(ann, `?limit=3&cursor=${first.nextCursor}`);
  const names = [...first.data, ...second.data].map(({ subject }) => subject);
  expect(names).toEqual(['API 4', 'API 3', 'API 2', 'API 1', 'API 0']);
});

test('nobody sees what others do elsewhere', async () => {
  const [ann, stranger] = [await app.signIn(), await app.signIn()];
  await app.request.post('/api/v1/apis').set(ann.headers).send({ name: 'Mine' }).expect(201);
  expect((await list(stranger)).data).toEqual([]);
});
