import { createModel } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let user: SignedIn;
let id: string;
beforeAll(async () => {
  app = await startApp();
  user = await app.signIn();
  id = (await createModel(app.sql, { workspaceId: user.workspaceId })).id;
});
afterAll(() => app.close());

const rename = (name: unknown, by = user) =>
  app.request.put(`/api/v1/models/${id}`).set(by.headers).send({ name });

test('a model gets another name, and the record has both', async () => {
  const { body: before } = await app.request.get(`/api/v1/models/${id}`).set(user.headers).expect(200);
  const { body } = await rename('  Churn of March ').expect(200);
  expect(body).toEqual({ ...before, name: 'Churn of March' });
  const { rows } = await app.sql.query(`select details from audit_log where action = 'model.renamed'`);
  expect(rows[0].details).toMatchObject({ before: { name: before.name }, after: { name: 'Churn of March' } });
});

test.each(['', 'x', 'y'.repeat(101), 7, null])('%j is no name', async (name) => {
  const { body } = await rename(name).expect(400);
  expect(body.fields[0].field).toBe('name');
});

test('a model of others has no name to change', async () => {
  await rename('Mine now', await app.signIn()).expect(404);
});
