import { createApi } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '../../src/platform/unit-of-work.ts';
import { openRoutes, type Routes } from '../../src/predict/routes.ts';
import { startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let routes: Routes;
let apiId: string;
beforeAll(async () => {
  app = await startApp();
  const user = await app.signIn();
  apiId = (await createApi(app.sql, { workspaceId: user.workspaceId })).id;
  routes = openRoutes(app.services);
});
afterAll(async () => {
  await routes?.close();
  await app?.close();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const isKnown = () => !(routes.apis.get(apiId) instanceof Promise);

test('a change that was heard is not forgotten once more where the record of it is read', async () => {
  await routes.apis.get(apiId);
  const isHeard = async () => {
    await transact(app.services, async ({ routeChanged }) => routeChanged({ apiId }));
    await pause(20);
    return !isKnown();
  };
  await expect.poll(isHeard).toBe(true);
  await routes.apis.get(apiId);
  // Records are read each second.
  const until = Date.now() + 1_500;
  while (Date.now() < until) {
    expect(isKnown()).toBe(true);
    await pause(50);
  }
});
