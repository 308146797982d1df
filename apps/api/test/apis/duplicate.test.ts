import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let user: SignedIn;
beforeAll(async () => {
  app = await startApp();
  user = await app.signIn();
});
afterAll(() => app.close());

const create = async (name: string) => {
  const made = app.request.post('/api/v1/apis').set(user.headers).send({ name, description: 'of 2026' });
  return (await made.expect(201)).body;
};
const duplicate = (id: string, by = user) => app.request.post(`/api/v1/apis/${id}/duplicate`).set(by.headers);

test('a copy has what a person set, an id of its own, and nothing deployed', async () => {
  const { id } = await create('Churn');
  const settings = { rateLimitRequests: 7, corsOrigins: 'https://example.org' };
  await app.request.put(`/api/v1/apis/${id}`).set(user.headers).send({ settings }).expect(200);
  const { body } = await duplicate(id).expect(201);
  expect(body.id).not.toBe(id);
  expect(body).toMatchObject({ name: 'Churn (copy)', description: 'of 2026', status: 'draft', settings });
  const list = await app.request.get('/api/v1/apis').set(user.headers).expect(200);
  expect(list.body.data.map(({ name }: { name: string }) => name)).toEqual(['Churn (copy)', 'Churn']);
});

test('the copy of a long name stays within what a name may have', async () => {
  const { id } = await create('n'.repeat(100));
  const { body } = await duplicate(id).expect(201);
  expect(body.name).toHaveLength(100);
});

test('an API of others can’t be copied', async () => {
  const { id } = await create('Ours');
  await duplicate(id, await app.signIn()).expect(404);
});
