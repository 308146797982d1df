import { createDataset } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let user: SignedIn;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await app.signIn();
});

async function create(name: string, status: 'ready' | 'error', rows: number | null = null) {
  const { id } = await createDataset(app.sql, { workspaceId: user.workspaceId, status });
  await app.sql.query('update datasets set name = $2, rows = $3 where id = $1', [id, name, rows]);
}
const list = async (query: Record<string, string | number>) =>
  (await app.request.get('/api/v1/datasets').query(query).set(user.headers).expect(200)).body;
const names = async (query: Record<string, string | number>) =>
  (await list(query)).data.map(({ name }: { name: string }) => name);

test('the list is sorted as a whole and not by page, and what has no value comes last either way', async () => {
  await create('beta', 'ready', 20);
  await create('Alpha', 'ready', 5);
  await create('gamma', 'error');
  expect(await names({})).toEqual(['gamma', 'Alpha', 'beta']);
  expect(await names({ sort: 'name', order: 'asc' })).toEqual(['Alpha', 'beta', 'gamma']);
  expect(await names({ sort: 'rows', order: 'asc' })).toEqual(['Alpha', 'beta', 'gamma']);
  expect(await names({ sort: 'rows' })).toEqual(['beta', 'Alpha', 'gamma']);
  expect(await names({ sort: 'rows', limit: 1, page: 2 })).toEqual(['Alpha']);
});

test('the list is filtered by status, along with the search', async () => {
  await create('Customers', 'ready');
  await create('Customers of May', 'error');
  await create('Prices', 'error');
  expect(await names({ status: 'error', sort: 'name', order: 'asc' })).toEqual([
    'Customers of May',
    'Prices',
  ]);
  const found = await list({ status: 'error', search: 'customers' });
  expect(found.data.map(({ name }: { name: string }) => name)).toEqual(['Customers of May']);
  expect(found.pagination.total).toBe(1);
});

test.each([{ sort: 'sha256' }, { order: 'up' }, { status: 'lost' }])('%j is refused', async (query) => {
  const { body } = await app.request.get('/api/v1/datasets').query(query).set(user.headers).expect(400);
  expect(body.error.code).toBe('VALIDATION_FAILED');
});
