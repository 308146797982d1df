import { createApi } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let user: SignedIn;
beforeAll(async () => {
  app = await startApp();
  user = await app.signIn();
});
afterAll(() => app.close());

test('settings that are changed at the same time are all kept', async () => {
  const { id } = await createApi(app.sql, { workspaceId: user.workspaceId });
  for (const value of [11, 12, 13, 14, 15]) {
    const changes = [{ rateLimitRequests: value }, { rateLimitWindow: value }, { requestTimeout: value }];
    await Promise.all(
      changes.map((settings) =>
        app.request.put(`/api/v1/apis/${id}`).set(user.headers).send({ settings }).expect(200),
      ),
    );
    const { body } = await app.request.get(`/api/v1/apis/${id}`).set(user.headers).expect(200);
    expect(body.settings).toMatchObject(Object.assign({}, ...changes));
  }
});
