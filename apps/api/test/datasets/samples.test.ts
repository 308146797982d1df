import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvOf, rowsOf, sampleTables } from '../../src/features/samples/tables/samples.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let user: SignedIn;
beforeAll(async () => {
  app = await startApp();
  user = await app.signIn();
});
afterAll(() => app.close());

test('lists the samples with their targets, and uploads one like a file', async () => {
  const { body } = await app.request.get('/api/v1/samples').set(user.headers).expect(200);
  expect(
    body.data.map(({ name, target, task, rows, columns }: Record<string, unknown>) => [
      name,
      target,
      task,
      rows,
      columns,
    ]),
  ).toEqual([
    ['telecom_customers', 'churned', 'binary', 5_000, 13],
    ['used_cars', 'price', 'regression', 4_000, 12],
    ['support_tickets', 'team', 'multiclass', 3_000, 7],
  ]);
  const made = await app.request.post('/api/v1/samples/used_cars').set(user.headers).send({}).expect(201);
  expect(made.body).toMatchObject({
    name: 'Used cars',
    filename: 'used_cars.csv',
    status: 'processing',
    type: 'csv',
  });
  const again = await app.request.post('/api/v1/samples/used_cars').set(user.headers).send({}).expect(201);
  expect(again.body.sha256).toBe(made.body.sha256);
  await app.request.post('/api/v1/samples/nothing').set(user.headers).send({}).expect(404);
});

test.each(['telecom_customers', 'used_cars', 'support_tickets'] as const)(
  'the rows of %s are complete',
  (name) => {
    const { rows, target } = sampleTables[name];
    const lines = csvOf(rowsOf(name)).trimEnd().split('\n');
    expect(lines).toHaveLength(rows + 1);
    expect(lines[0]?.split(',').at(-1)).toBe(target);
    expect(rowsOf(name).every((row) => row[target] !== '')).toBe(true);
  },
);
