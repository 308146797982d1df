import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const create = (headers: Record<string, string>) =>
  app.request.post('/api/v1/apis').set(headers).send({ name: 'Churn', type: 'prediction' });
const read = (headers: Record<string, string>) => app.request.get('/api/v1/apis').set(headers);

/** As another process would, without notifying this one. */
const endElsewhere = (userId: string) =>
  app.sql.query('update sessions set revoked_at = now() where user_id = $1', [userId]);

test('a session that another process ended reads for less than a second and changes nothing', async () => {
  const { headers, userId } = await app.signIn();
  await read(headers).expect(200);
  await endElsewhere(userId);
  const ended = performance.now();
  await create(headers).expect(401);
  while ((await read(headers)).status === 200) await sleep(20);
  expect(performance.now() - ended).toBeLessThan(1_000);
});

test.each(['/events', '/audit-logs/export'])('%s opens to nobody whose session has ended', async (path) => {
  const { headers, userId } = await app.signIn();
  await read(headers).expect(200);
  await endElsewhere(userId);
  await app.request.get(`/api/v1${path}`).set(headers).expect(401);
});

test('a clock that is set back makes nothing last', async () => {
  const { headers, userId } = await app.signIn();
  await read(headers).expect(200);
  await endElsewhere(userId);
  const now = vi.spyOn(app.services.clock, 'now').mockReturnValue(new Date(Date.now() - 5_000));
  onTestFinished(() => now.mockRestore());
  await read(headers).expect(401);
});

test('a role that another process took away changes nothing', async () => {
  const { headers, userId } = await app.signIn();
  await create(headers).expect(201);
  await read(headers).expect(200);
  await app.sql.query("update memberships set role = 'viewer' where user_id = $1", [userId]);
  await create(headers).expect(403);
});

test('a change by this process applies to the next call of every user', async () => {
  const reader = await app.signIn();
  await read(reader.headers).expect(200);
  await endElsewhere(reader.userId);
  const other = await app.signIn();
  await create(other.headers).expect(201);
  await read(reader.headers).expect(401);
});

test('one workspace is not taken for another', async () => {
  const [ann, ben] = await Promise.all([app.signIn(), app.signIn()]);
  await read(ann.headers).expect(200);
  const { rows } = await app.sql.query('select slug from workspaces where id = $1', [ben.workspaceId]);
  await read({ ...ann.headers, 'x-rowcast-workspace': rows[0].slug }).expect(404);
});
