import { buffer } from 'node:stream/consumers';
import type { TableLint } from '@rowcast/contracts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { type Person, type Product, person, startProduct, until } from './product.ts';

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

const codes = { '1E3': 'a', '1000': 'b', '2E5': 'b', '200000': 'a' };
const code = (row: number) => Object.keys(codes)[spread(row, 4)] as keyof typeof codes;

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
  code: { cell: code, target: (row) => codes[code(row)] },
  points: {
    cell: (row) => `${spread(row, 3) + (row % 7) / 20}`,
    target: (row) => `${[3, 5, 9][spread(row, 3)]}`,
  },
  topics: {
    cell: (row) => `${spread(row, 1000) / 1000}`,
    target: (row) => (spread(row, 1000) >= 600 ? 'billing' : row % 3 ? 'login|billing' : 'billing|login'),
  },
  area: {
    cell: (row) => `${spread(row, 2000) / 100}`,
    target: (row) => (row < 3 ? 'inf' : row < 33 ? '' : (3 * (spread(row, 2000) / 100) + 10).toFixed(2)),
  },
  ends_on: {
    cell: (row) => (row % 6 ? `2023-${pad(month(row))}-${pad(1 + (row % 28))}` : '9999-12-31'),
    target: (row) => (row % 6 ? (month(row) > 6 ? 'late' : 'early') : 'open'),
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
    code: 'category',
    area_target: 'number',
  });
  const lines = (column: string) => dataset.profile?.findings.find((found) => found.column === column)?.lines;
  expect([lines('amount'), lines('signed_on')]).toEqual([[202], [19, 132, 302]]);
});

interface Question {
  name: string;
  cells: (string | number | null)[];
  task?: string;
  /** Instead of the table itself. */
  version?: string;
}

/** A deployed model, trained within the smallest budget. */
async function trained(settings: { datasetId: string; targetColumn: string } & Record<string, unknown>) {
  await anna.dataset(settings.datasetId);
  const apiId = await anna.createApi(`Predict ${settings.targetColumn}`);
  const modelId = await anna.train({ apiId, timeBudgetSeconds: 5, ...settings });
  const { status, error, report } = await anna.model(modelId);
  expect({ status, error }).toEqual({ status: 'ready', error: null });
  if (!report) throw new Error('a ready model has a report');
  await anna.post(`/apis/${apiId}/deploy`, { modelId }, 200);
  const { key } = await anna.createKey(apiId);
  const predict = async (type: string, body: string): Promise<(string | number)[]> => {
    const sent = await product.app.request
      .post(`/api/v1/predict/${apiId}`)
      .set({ authorization: `Bearer ${key}`, 'content-type': type })
      .send(body)
      .expect(200);
    return sent.body.predictions.map(({ prediction }: { prediction: string | number }) => prediction);
  };
  return { report, predict };
}

/** Trains on one column alone, deploys, and predicts cells as JSON and as CSV. */
async function predictions({ name, cells, task = 'auto', version = datasetId }: Question) {
  const target = targetOf(name);
  const excludedColumns = names
    .flatMap((each) => [each, targetOf(each)])
    .filter((each) => ![name, target].includes(each));
  const { report, predict } = await trained({
    ...{ datasetId: version, targetColumn: target, excludedColumns, task },
    // One small estimator instead of a portfolio, since what is learned from is the subject.
    ...{ modelType: 'custom', estimator: { name: 'xgboost', maxDepth: 3 } },
  });
  const json = await predict(
    'application/json',
    JSON.stringify({ instances: cells.map((cell) => ({ [name]: cell })) }),
  );
  const csv = await predict('text/csv', [name, ...cells.map((cell) => cell ?? '""')].join('\n'));
  expect(csv).toEqual(json);
  return { report, predicted: json };
}

const linted = (target: string): Promise<TableLint> =>
  until(async () => {
    const answer = await anna.get(`/datasets/${datasetId}/lint?target=${target}`);
    return answer.status === 'ready' && answer;
  });

/** Whether each number is as expected, within a share. */
const near = (predicted: readonly (string | number)[], expected: readonly number[], share: number) =>
  predicted.map((value, at) => Math.abs(Number(value) / (expected[at] ?? Number.NaN) - 1) < share);

// Those of the other columns are predicted in the engine's tests.
describe('what the clean cells say is learned and predicted', () => {
  test.each<[string, (string | number | null)[], (string | number)[]]>([
    ['at', ['2024-05-20T15:00:00Z', '2024-05-20 15:00:00', '2024-05-20 03:00:00'], ['late', 'late', 'early']],
    ['code', ['1E3', '1000', '2E5', '200000'], ['a', 'b', 'b', 'a']],
    ['points', [0.1, 1.1, 2.1], [3, 5, 9]],
    ['topics', [0.2, 0.9], ['login|billing', 'billing']],
    ['size', [0.1, 1.1, 2.1, 3.1], labels],
  ])('%s', async (name, cells, expected) => {
    const task = name === 'size' ? 'multiclass' : 'auto';
    expect((await predictions({ name, cells, task })).predicted).toEqual(expected);
  });

  test('rows with an infinite or missing target are left out and counted', async () => {
    const { report, predicted } = await predictions({ name: 'area', cells: [5, 15] });
    expect(report).toMatchObject({ task: 'regression', rows: { missingTarget: 33 } });
    expect(near(predicted, [25, 55], 0.12)).toEqual([true, true]);
  });

  test('dates that stand for none are reported, cleared in one step, and missing in requests', async () => {
    const { report } = await linted('ends_on_target');
    const found = report?.findings.find(
      ({ column, code }) => column === 'ends_on' && code === 'PLACEHOLDERS',
    );
    expect(found?.fix).toMatchObject({ op: 'replace', values: ['9999-12-31'], by: null });
    const { id } = await anna.post(`/datasets/${datasetId}/versions`, { recipe: [found?.fix] }, 201);
    const { profile } = await anna.dataset(id);
    expect(profile?.columns.find(({ name }) => name === 'ends_on')?.missing).toBe(Math.ceil(rows / 6));
    const cells = ['9999-12-31', null, '2023-11-05', '2023-02-05'];
    const { predicted } = await predictions({ name: 'ends_on', cells, version: id });
    expect(predicted).toEqual(['open', 'open', 'late', 'early']);
  });
});

test('several labels in a cell are reported, and whole numbers are classes', async () => {
  const { report } = await linted('topics_target');
  expect(report?.labels).toEqual(expect.arrayContaining(['billing', 'login']));
  expect(report?.findings.map((found) => found.code)).toContain('TARGET_SEVERAL_LABELS');
  expect((await linted('points_target')).report?.task).toBe('multiclass');
});

test('an archive of one table is read; of several, and of other programs, the contents are named', async () => {
  const zipped = (...members: string[]) => {
    const zip = new ZipFile();
    for (const member of members) zip.addBuffer(Buffer.from(table()), member);
    zip.end();
    return buffer(zip.outputStream);
  };
  const uploaded = async (content: Buffer, name: string) => anna.dataset(await anna.upload(content, name));
  expect(await uploaded(await zipped('calls/points.csv'), 'one.zip')).toMatchObject({
    status: 'ready',
    rows,
  });
  const several = await uploaded(await zipped('points.csv', 'areas.csv'), 'two.zip');
  expect(several).toMatchObject({ status: 'error', error: { code: 'FILE_NOT_A_TABLE' } });
  expect(several.error?.message).toMatch(/points\.csv.*areas\.csv/);
  const spss = await uploaded(Buffer.from(`$FL2@(#) SPSS DATA FILE\0\0\0${table()}`), 'survey.sav');
  expect(spss.error?.message).toContain('SPSS');
});

test('a total row is left out, ragged rows are named, and decimal commas show what a point is', async () => {
  const lines = Array.from({ length: 200 }, (_, row) => {
    const cases = row % 2 ? 1 + spread(row, 998) : 1000 + spread(row, 8000);
    const separated = `${Math.floor(cases / 1000)}.${`${cases % 1000}`.padStart(3, '0')}`;
    const rate = (spread(row, 3000) / 100).toFixed(2).replace('.', ',');
    const day = `2024-${pad(month(row))}-${pad(1 + (row % 28))}`;
    return [day, cases < 1000 ? `${cases}` : separated, rate, `${Math.round(cases / 10)}`];
  });
  const number = (text = '') => Number(text.replace('.', '').replace(',', '.'));
  const [cases = 0, rate = 0, deaths] = [1, 2, 3].map((at) =>
    lines.reduce((sum, cells) => sum + number(cells[at]), 0),
  );
  const text = [
    ['day', 'cases', 'rate', 'deaths'],
    ...lines.slice(0, 20),
    ['2024-01-01', '5'],
    ...lines.slice(20, 60),
    ['2024-01-01', '5', '1,5', '1', '7', '8'],
    ...lines.slice(60),
    ['Total', `${cases}`, rate.toFixed(2).replace('.', ','), `${deaths}`],
  ];
  const id = await anna.upload(text.map((cells) => cells.join(';')).join('\n'));
  const { profile } = await anna.dataset(id);
  expect(profile).toMatchObject({
    rows: 200,
    rejectedRows: 2,
    columns: [{ name: 'day', type: 'datetime' }, {}, {}, {}],
  });
  const linesOf = (code: string) => profile?.findings.find((found) => found.code === code)?.lines;
  expect([linesOf('TOTALS_LEFT_OUT'), linesOf('REJECTED_ROWS')]).toEqual([[204], [22, 63]]);
  const excludedColumns = ['day', 'rate'];
  const { predict } = await trained({ datasetId: id, targetColumn: 'deaths', excludedColumns });
  const predicted = await predict('text/csv', 'cases\n3.000\n500\n+8.250');
  expect(near(predicted, [300, 50, 825], 0.08)).toEqual([true, true, true]);
});

test('few positives in a small table give a model that is no worse than a baseline, and all checks', async () => {
  const lines = Array.from({ length: 600 }, (_, row) => {
    const fraud = row % 50 === 0;
    const x = (spread(row, 10) + (fraud ? 9 : 0)) / 10;
    return [x.toFixed(1), 'abc'[spread(row, 3)], fraud ? 'fraud' : 'ok'];
  });
  const id = await anna.upload([['x', 'c', 'y'], ...lines].map((cells) => cells.join(',')).join('\n'));
  const { report } = await trained({ datasetId: id, targetColumn: 'y' });
  for (const baseline of [report.baseline, report.linearBaseline])
    expect(report.score.value).toBeGreaterThanOrEqual((baseline?.value ?? 1) - 0.02);
  expect(report.findings.map((found) => found.code)).not.toContain('SCORED_COPIES');
  expect(report.omitted?.map(({ part }) => part) ?? []).not.toContain('target_leakage');
});

test('one column among hundreds is found within the budget', async () => {
  const cell = (row: number, at: number) =>
    (((row + 1) * 7919 * (at + 3) + at * at * 31 + row * row * 17) % 2003) / 1000 - 1;
  const lines = Array.from({ length: 80 }, (_, row) => [
    ...Array.from({ length: 700 }, (_, at) => cell(row, at).toFixed(3)),
    cell(row, 377) > 0 ? 'yes' : 'no',
  ]);
  const header = [...Array.from({ length: 700 }, (_, at) => `g${at}`), 'y'];
  const id = await anna.upload([header, ...lines].map((cells) => cells.join(',')).join('\n'));
  const { report } = await trained({ datasetId: id, targetColumn: 'y' });
  expect(report.score.value).toBeGreaterThan(0.85);
});
