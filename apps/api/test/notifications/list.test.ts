import { type NotificationKind, notificationKinds, notificationText } from '@rowcast/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '../../src/platform/db/unit-of-work.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { openEventStream } from '../harness/event-stream.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const tell = (who: SignedIn, kind: NotificationKind = 'team.removed', params = { workspace: 'Lab' }) =>
  transact(app.services, async ({ notify }) => notify([who.userId], kind, params));
const list = async (who: SignedIn, query = '') =>
  (await app.request.get(`/api/v1/notifications${query}`).set(who.headers).expect(200)).body;
const read = (who: SignedIn, id: string) =>
  app.request.post(`/api/v1/notifications/${id}/read`).set(who.headers);
const readAll = (who: SignedIn) => app.request.post('/api/v1/notifications/mark-all-read').set(who.headers);

test('the newest is first, unread, and counted', async () => {
  const ann = await app.signIn();
  await tell(ann, 'team.removed', { workspace: 'One' });
  await tell(ann, 'team.removed', { workspace: 'Two' });
  const { notifications, unreadCount, nextCursor } = await list(ann);
  expect(unreadCount).toBe(2);
  expect(nextCursor).toBeNull();
  expect(notifications[0]).toEqual({
    id: expect.stringMatching(/^ntf_/),
    kind: 'team.removed',
    params: { workspace: 'Two' },
    path: null,
    read: false,
    createdAt: expect.any(String),
  });
  const one = await app.request.get(`/api/v1/notifications/${notifications[0].id}`).set(ann.headers);
  expect(one.body).toEqual(notifications[0]);
});

test('pages follow one another', async () => {
  const ann = await app.signIn();
  for (let each = 0; each < 5; each += 1) await tell(ann);
  const first = await list(ann, '?limit=3');
  const second = await list(ann, `?limit=3&cursor=${first.nextCursor}`);
  expect(second.nextCursor).toBeNull();
  const ids = [...first.notifications, ...second.notifications].map(({ id }) => id);
  expect(new Set(ids).size).toBe(5);
});

test('two tabs that mark the same ones at once count each once, and never below zero', async () => {
  const ann = await app.signIn();
  for (let each = 0; each < 4; each += 1) await tell(ann);
  const { notifications } = await list(ann);
  const ids: string[] = notifications.map(({ id }: { id: string }) => id);
  const answers = await Promise.all(
    [...ids, ...ids, ...ids].map((id) => read(ann, id)).concat([readAll(ann), readAll(ann)]),
  );
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body.unreadCount).toBeGreaterThanOrEqual(0);
  }
  expect((await list(ann)).unreadCount).toBe(0);
});

test('marking one lowers the count by one, again by none', async () => {
  const ann = await app.signIn();
  await tell(ann);
  await tell(ann);
  const [first] = (await list(ann)).notifications;
  expect((await read(ann, first.id)).body).toMatchObject({ unreadCount: 1, notification: { read: true } });
  expect((await read(ann, first.id)).body.unreadCount).toBe(1);
});

test("nobody reads, marks or counts another's", async () => {
  const [ann, bob] = [await app.signIn(), await app.signIn()];
  await tell(ann);
  const [notification] = (await list(ann)).notifications;
  await app.request.get(`/api/v1/notifications/${notification.id}`).set(bob.headers).expect(404);
  await read(bob, notification.id).expect(404);
  await readAll(bob).expect(200);
  expect(await list(bob)).toMatchObject({ notifications: [], unreadCount: 0 });
  expect((await list(ann)).unreadCount).toBe(1);
});

test('it arrives live at its person alone, in whatever workspace they look', async () => {
  const ann = await app.signIn();
  const lab = await app.signIn();
  await app.sql.query('insert into memberships values ($1, $2, $3, now())', [
    ...[lab.workspaceId, ann.userId, 'viewer'],
  ]);
  const there = { ...ann.headers, 'X-Rowcast-Workspace': lab.workspaceSlug };
  const [home, away, others] = await Promise.all([
    openEventStream(app, ann.headers),
    openEventStream(app, there),
    openEventStream(app, lab.headers),
  ]);
  await tell(ann);
  expect((await home.take(1))[0]?.data).toEqual({ type: 'notifications.changed' });
  expect((await away.take(1))[0]?.data).toEqual({ type: 'notifications.changed' });
  await readAll(ann);
  expect(await home.take(2)).toHaveLength(2);
  await tell(lab);
  expect(await others.take(1)).toHaveLength(1);
  for (const stream of [home, away, others]) stream.close();
});

test('members with the permission are notified, except the one who acted', async () => {
  const ann = await app.signIn();
  const workspace = { id: ann.workspaceId, slug: ann.workspaceSlug };
  const [bob, eve] = [
    await app.signIn({ workspace, role: 'developer' }),
    await app.signIn({ workspace, role: 'viewer' }),
  ];
  await transact(app.services, async ({ notify }) =>
    notify(
      { workspaceId: ann.workspaceId, permission: 'Monitor', except: ann.userId },
      'deployment.live',
      { api: 'Churn', version: 3 },
      '/apis/api_1',
    ),
  );
  expect((await list(ann)).unreadCount).toBe(0);
  expect((await list(eve)).unreadCount).toBe(0);
  const [reported] = (await list(bob)).notifications;
  expect(reported.path).toBe(`/${ann.workspaceSlug}/apis/api_1`);
});

test('who is removed from a workspace reads nothing more of it, but that they were removed', async () => {
  const [ann, bob] = [await app.signIn(), await app.signIn()];
  await app.sql.query('insert into memberships values ($1, $2, $3, now())', [
    ...[ann.workspaceId, bob.userId, 'developer'],
  ]);
  await transact(app.services, async ({ notify }) =>
    notify({ workspaceId: ann.workspaceId, userId: bob.userId }, 'deployment.live', {
      api: 'Churn',
      version: 3,
    }),
  );
  const [news] = (await list(bob)).notifications;
  expect(news.kind).toBe('deployment.live');
  await app.request.delete(`/api/v1/team/members/${bob.userId}`).set(ann.headers).expect(204);
  const { notifications, unreadCount } = await list(bob);
  expect(notifications.map(({ kind }: { kind: string }) => kind)).toEqual(['team.removed']);
  expect(unreadCount).toBe(1);
  await app.request.get(`/api/v1/notifications/${news.id}`).set(bob.headers).expect(404);
  await read(bob, news.id).expect(404);
  await readAll(bob).expect(200);
  const { rows } = await app.sql.query('select read_at from notifications where id = $1', [news.id]);
  expect(rows).toEqual([{ read_at: null }]);
});

test('muted kinds are not notified, except security', async () => {
  const ann = await app.signIn();
  const off = { teamUpdates: false, securityAlerts: false };
  await app.sql.query(
    `insert into user_settings (user_id, notifications, updated_at) values ($1, $2, now())`,
    [...[ann.userId, JSON.stringify(off)]],
  );
  await tell(ann);
  await tell(ann, 'security.mfa_disabled');
  const { notifications } = await list(ann);
  expect(notifications.map(({ kind }: { kind: string }) => kind)).toEqual(['security.mfa_disabled']);
});

test('a failed change notifies nobody', async () => {
  const ann = await app.signIn();
  const failing = transact(app.services, async ({ notify }) => {
    notify([ann.userId], 'team.removed', { workspace: 'Lab' });
    throw new Error('it did not work');
  });
  await expect(failing).rejects.toThrow();
  expect((await list(ann)).unreadCount).toBe(0);
});

test('a key that somebody makes or replaces is made known to those who command the team', async () => {
  const ann = await app.signIn();
  const workspace = { id: ann.workspaceId, slug: ann.workspaceSlug };
  const bob = await app.signIn({ workspace, role: 'developer' });
  const { body: api } = await app.request.post('/api/v1/apis').set(bob.headers).send({ name: 'Churn' });
  const keys = `/api/v1/apis/${api.id}/keys`;
  const { body: key } = await app.request.post(keys).set(bob.headers).send({ name: 'CI' }).expect(201);
  const reported = { kind: 'security.key_created', params: { api: 'Churn', name: 'CI' } };
  expect((await list(ann)).notifications).toMatchObject([reported]);
  await app.request
    .post(`${keys}/${key.id}/rotate`)
    .set(bob.headers)
    .send({ overlapSeconds: 60 })
    .expect(201);
  expect((await list(ann)).notifications).toMatchObject([reported, reported]);
  expect((await list(bob)).notifications).toEqual([]);
});

test('every kind has a sentence in every language, with nothing left out', () => {
  const params = {
    ...{ model: 'Churn', version: 3, api: 'Churn', name: 'Ann', workspace: 'Lab', role: 'viewer' },
    ...{ device: 'Firefox', address: '203.0.113.1' },
  };
  for (const language of ['en', 'es', 'fr', 'de']) {
    for (const kind of Object.keys(notificationKinds) as NotificationKind[]) {
      const text = notificationText(language, { kind, params });
      expect(text, `${language} ${kind}`).toMatch(/^.{10,}$/);
      expect(text, `${language} ${kind}`).not.toMatch(/\{\{|–/);
    }
  }
});

test('a list may be of what is unread, or of one topic, page by page', async () => {
  const ann = await app.signIn();
  for (let each = 0; each < 3; each += 1) await tell(ann);
  await tell(ann, 'security.mfa_enabled', {} as never);
  const [newest] = (await list(ann)).notifications;
  await read(ann, newest.id).expect(200);
  const kinds = async (query: string) =>
    (await list(ann, query)).notifications.map(({ kind }: { kind: string }) => kind);
  expect(await kinds('?about=security')).toEqual(['security.mfa_enabled']);
  expect(await kinds('?status=unread')).toEqual(Array(3).fill('team.removed'));
  expect(await kinds('?status=unread&about=security')).toEqual([]);
  const first = await list(ann, '?about=team&limit=2');
  expect((await list(ann, `?about=team&limit=2&cursor=${first.nextCursor}`)).notifications).toHaveLength(1);
  for (const query of ['?about=money', '?status=read'])
    await app.request.get(`/api/v1/notifications${query}`).set(ann.headers).expect(400);
});
