import { randomUUID } from 'node:crypto';
import { createApi, createDeployment, createModel } from '@rowcast/testkit/factories';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apis } from '../../src/db/schema/catalogue.ts';
import { transact } from '../../src/platform/db/unit-of-work.ts';
import { routeChannel } from '../../src/platform/redis/route-changes.ts';
import { createRouteCaches, type Routes } from '../../src/predict/routes.ts';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let routes: Routes;
let apiId: string;
let workspaceId: string;
const retired: string[] = [];
beforeAll(async () => {
  app = await startApp();
  ({ workspaceId } = await app.signIn());
  apiId = (await createApi(app.sql, { workspaceId })).id;
  routes = createRouteCaches(app.services, (bundle) => retired.push(bundle));
});
afterAll(async () => {
  await routes?.close();
  await app?.close();
});
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const rename = (name: string) =>
  transact(app.services, async ({ db, routeChanged }) => {
    await db.update(apis).set({ name }).where(eq(apis.id, apiId));
    routeChanged({ apiId });
  });

test('a change by another process is received', async () => {
  const isHeard = async () => {
    const before = await routes.apis.get(apiId);
    await app.services.redis.publish(routeChannel, JSON.stringify({ id: randomUUID(), change: { apiId } }));
    await pause(100);
    return (await routes.apis.get(apiId)) !== before;
  };
  await expect.poll(isHeard, { timeout: 10_000 }).toBe(true);
});

test('who changed an API meets the change with the next call, without waiting', async () => {
  for (const name of ['one', 'two', 'three']) {
    await rename(name);
    expect(routes.apis.get(apiId)).toMatchObject({ name });
  }
});

test('a model that stops serving is reported at once, as is that of a deleted API', async () => {
  const { id } = await createApi(app.sql, { workspaceId });
  const changed = () => transact(app.services, async ({ routeChanged }) => routeChanged({ apiId: id }));
  const deploy = async (version: number, bundle: string) => {
    const { id: modelId } = await createModel(app.sql, { workspaceId, apiId: id, version });
    await app.sql.query('update models set bundle_hash = $2 where id = $1', [modelId, bundle]);
    await createDeployment(app.sql, { workspaceId, apiId: id, modelId });
    await changed();
  };
  await deploy(1, 'first');
  expect(await routes.apis.get(id)).toMatchObject({ stable: { bundleHash: 'first' } });
  await changed();
  await deploy(2, 'second');
  await expect.poll(() => retired).toEqual(['first']);
  await app.sql.query('delete from apis where id = $1', [id]);
  await changed();
  await expect.poll(() => retired).toEqual(['first', 'second']);
});

/** Announces a change that cannot be read before `commit` is called. */
async function changedUnread(
  work: (announced: Promise<void>, commit: () => Promise<unknown>) => Promise<void>,
) {
  await rename('before');
  const holder = await app.sql.connect();
  try {
    await holder.query('begin');
    await holder.query(`update apis set name = 'after' where id = '${apiId}'`);
    await holder.query('lock table apis in access exclusive mode');
    const announced = app.services.routeNews.announce({ id: randomUUID(), change: { apiId } });
    await work(announced, () => holder.query('commit'));
  } finally {
    holder.release();
  }
}

test('calls go on by what was known while a change is read, and wait for it if that takes long', () =>
  changedUnread(async (announced, commit) => {
    await pause(100);
    expect(routes.apis.get(apiId)).toMatchObject({ name: 'before' });
    await announced;
    const waited = routes.apis.get(apiId);
    expect(waited).toBeInstanceOf(Promise);
    await commit();
    expect(await waited).toMatchObject({ name: 'after' });
  }));

test('a change whose answer was lost with the connection is not forgotten', () =>
  changedUnread(async (announced, commit) => {
    await app.services.redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
    await announced;
    // What is only stale is given after half a second.
    const waited = Promise.resolve(routes.apis.get(apiId));
    expect(await Promise.race([waited, pause(1_000)])).toBeUndefined();
    await commit();
    expect(await waited).toMatchObject({ name: 'after' });
  }));

test('a received change is not applied again when its record is polled', async () => {
  await rename('received');
  const read = routes.apis.get(apiId);
  // Records are read each second.
  const until = Date.now() + 1_500;
  while (Date.now() < until) {
    expect(routes.apis.get(apiId)).toBe(read);
    await pause(50);
  }
});
