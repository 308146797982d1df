import { createModel } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { objectKeys } from '../../src/platform/storage/object-keys.ts';
import { furnish, put } from '../account/stored.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

const hash = 'd'.repeat(64);
let app: TestApp;
let asha: SignedIn;
let id: string;
beforeAll(async () => {
  app = await startApp();
  asha = await app.signIn();
  id = (await furnish(app, asha, hash)).modelId;
});
afterAll(() => app?.close());

const get = (file: 'bundle' | 'report', { by = asha, of = id } = {}) =>
  app.request.get(`/api/v1/models/${of}/${file}`).set(by.headers);

test('the bundle is the stored file, named by API and version', async () => {
  await put(app, objectKeys.bundle(hash), 'signed bytes');
  const { body, headers } = await get('bundle').responseType('blob').expect(200);
  expect(body.toString()).toBe('signed bytes');
  expect(headers['content-type']).toBe('application/octet-stream');
  expect(headers['content-disposition']).toMatch(/^attachment; filename="?Churn-v1\.rowcast"?$/);
});

test('the report is a file of its own', async () => {
  const { body, headers } = await get('report').expect(200);
  expect(body).toEqual({ task: 'classification' });
  expect(headers['content-disposition']).toMatch(/^attachment; filename="?Churn-v1-report\.json"?$/);
});

test('a model without an end has neither, and one whose file is gone says so', async () => {
  const { id: unfinished } = await createModel(app.sql, { workspaceId: asha.workspaceId });
  for (const file of ['bundle', 'report'] as const) {
    const { body } = await get(file, { of: unfinished }).expect(409);
    expect(body.error.code).toBe('MODEL_NOT_READY');
  }
  const { id: lost } = await createModel(app.sql, { workspaceId: asha.workspaceId });
  await app.sql.query('update models set bundle_hash = $2 where id = $1', [lost, 'e'.repeat(64)]);
  const { body } = await get('bundle', { of: lost }).expect(422);
  expect(body.error.code).toBe('BUNDLE_INVALID');
});

test('other workspaces get neither', async () => {
  const other = await app.signIn();
  await get('bundle', { by: other }).expect(404);
  await get('report', { by: other }).expect(404);
});
