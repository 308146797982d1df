import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Person, type Product, person, startProduct } from './product.ts';

/** One table with one kind of everyday fault in each column, and a target that each column decides alone. */

let product: Product;
let anna: Person;
let datasetId: string;

vi.setConfig({ testTimeout: 120_000 });

const rows = 320;
const pad = (value: number) => `${value}`.padStart(2, '0');
/** Evenly spread over the range, and in no order. */
const spread = (row: number, size: number) => (row * 7919) % size;

const month = (row: number) => 1 + spread(row, 12);
const hour = (row: number) => spread(row, 24);
const continents = ['AF', 'AS', 'EU', 'NA', 'OC', 'SA', ''];
const labels = ['1.1', '1.10', '1.9', '2.0'];
const continent = (row: number) => continents[spread(row, continents.length)] ?? '';
const label = (row: number) => labels[spread(row, labels.length)] ?? '';

type Column = { cell(row: number): string; target(row: number): string };

const columns: Record<string, Column> = {
  amount: {
    cell: (row) => (row === 200 ? 'n.a. (see note)' : (spread(row, 1000) + 0.25).toFixed(2)),
    target: (row) => (spread(row, 1000) >= 500 ? 'yes' : 'no'),
  },
  signed_on: {
    cell: (row) =>
      [17, 130, 300].includes(row) ? '0000-00-00' : `2023-${pad(month(row))}-${pad(1 + (row % 28))}`,
    target: (row) => (month(row) > 6 ? 'late' : 'early'),
  },
  ratio: {
    cell: (row) => (row < 12 ? (row % 2 ? '-inf' : 'inf') : (spread(row, 1000) / 100).toFixed(3)),
    target: (row) => ((row < 12 ? row % 2 === 0 : spread(row, 1000) >= 500) ? 'yes' : 'no'),
  },
  at: {
    cell: (row) => {
      const day = `2024-${pad(month(row))}-${pad(1 + (row % 28))}`;
      return row % 3 ? `${day}T${pad(hour(row))}:19:00Z` : `${day} ${pad(hour(row))}:19:00`;
    },
    target: (row) => (hour(row) >= 12 ? 'late' : 'early'),
  },
  continent: { cell: continent, target: (row) => (['NA', 'EU'].includes(continent(row)) ? 'high' : 'low') },
  meter: {
    cell: (row) => `${4_800_000_000 + spread(row, 2000)}`,
    target: (row) => (spread(row, 2000) >= 1000 ? 'hot' : 'cold'),
  },
  size: { cell: (row) => `${labels.indexOf(label(row)) + (row % 7) / 20}`, target: label },
};
const names = Object.keys(columns);
const targetOf = (name: string) => `${name}_target`;

function table(): string {
  const header = names.flatMap((name) => [name, targetOf(name)]);
  const lines = Array.from({ length: rows }, (_, row) =>
    Object.values(columns).flatMap(({ cell, target }) => [cell(row), target(row)]),
  );
  return [header, ...lines].map((cells) => cells.join(',')).join('\n');
}

beforeAll(async () => {
  product = await startProduct();
  anna = person(product.app, await product.app.signIn());
  datasetId = await anna.upload(table());
}, 60_000);
afterAll(() => product?.close());

test('a few invalid cells do not change the type of a column', async () => {
  const dataset = await anna.dataset(datasetId);
  expect(dataset).toMatchObject({ status: 'ready', rows });
  const types = Object.fromEntries(dataset.profile?.columns.map(({ name, type }) => [name, type]) ?? []);
  expect(types).toMatchObject({
    amount: 'number',
    signed_on: 'datetime',
    ratio: 'number',
    at: 'datetime',
    continent: 'category',
    meter: 'integer',
  });
});

/** Trains on one column alone, deploys, and predicts cells as JSON and as CSV. */
async function predictions(name: string, cells: (string | number | null)[]): Promise<string[]> {
  const apiId = await anna.createApi(name);
  const target = targetOf(name);
  const excludedColumns = names
    .flatMap((each) => [each, targetOf(each)])
    .filter((each) => ![name, target].includes(each));
  const modelId = await anna.train({
    ...{
      apiId,
      datasetId,
      targetColumn: target,
      excludedColumns,
    },
    ...{ task: name === 'size' ? 'multiclass' : 'binary' },
    // One small estimator instead of a portfolio, since what is learned from is the subject.
    ...{ modelType: 'custom', estimator: { name: 'xgboost', maxDepth: 3 }, timeBudgetSeconds: 5 },
  });
  const model = await anna.model(modelId);
  expect(model).toMatchObject({ status: 'ready', error: null });
  await anna.post(`/apis/${apiId}/deploy`, { modelId }, 200);
  const { key } = await anna.createKey(apiId);
  const send = (type: string, body: string) =>
    product.app.request
      .post(`/api/v1/predict/${apiId}`)
      .set({ authorization: `Bearer ${key}`, 'content-type': type })
      .send(body)
      .expect(200);
  const json = await send(
    'application/json',
    JSON.stringify({ instances: cells.map((cell) => ({ [name]: cell })) }),
  );
  const csv = await send('text/csv', [name, ...cells.map((cell) => cell ?? '""')].join('\n'));
  const classes = (sent: typeof json): string[] =>
    sent.body.predictions.map(({ prediction }: { prediction: string }) => prediction);
  expect(classes(csv)).toEqual(classes(json));
  return classes(json);
}

describe('what the clean cells say is learned and predicted', () => {
  test.each<[string, (string | number | null)[], string[]]>([
    ['amount', [700.25, 499.75, 900.5, 12.1], ['yes', 'no', 'yes', 'no']],
    ['signed_on', ['2023-11-05', '2023-02-05'], ['late', 'early']],
    ['ratio', ['9', '1', 'inf', '-inf'], ['yes', 'no', 'yes', 'no']],
    ['at', ['2024-05-20T15:00:00Z', '2024-05-20 15:00:00', '2024-05-20 03:00:00'], ['late', 'late', 'early']],
    ['continent', ['NA', null, 'EU', 'SA'], ['high', 'low', 'high', 'low']],
    ['meter', [4_800_000_980, 4_800_001_020], ['cold', 'hot']],
    ['size', [0.1, 1.1, 2.1, 3.1], labels],
  ])('%s', async (name, cells, expected) => {
    expect(await predictions(name, cells)).toEqual(expected);
  });
});
