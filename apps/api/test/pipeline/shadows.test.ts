import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Ask, type Candidate, json, startCandidate } from './candidate.ts';
import { until } from './product.ts';

let product: Candidate['product'];
let anna: Candidate['anna'];
let apiId: Candidate['apiId'];
let start: Candidate['start'];
let stop: Candidate['stop'];
let current: Candidate['current'];
let ask: Candidate['ask'];

vi.setConfig({ testTimeout: 60_000 });

beforeAll(async () => {
  ({ product, anna, apiId, start, stop, current, ask } = await startCandidate());
}, 240_000);
afterAll(() => product?.close());

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ age: 20 + (at % 30), city: 'Goa', hours: 20 + (at % 30) }));
type Rows = ReturnType<typeof rowsOf>;
const rows = rowsOf(30);
const linesOf = (asked: Rows) => asked.map((row) => `${JSON.stringify(row)}\n`).join('');
const csvOf = (asked: Rows) =>
  `age,city,hours\n${asked.map(({ age, city, hours }) => `${age},${city},${hours}\n`).join('')}`;
const ndjson = 'application/x-ndjson';

const infer = (asked: Rows, content: object = {}): Ask => {
  const tensor = (name: keyof Rows[number], datatype: string) => ({
    name,
    datatype,
    shape: [asked.length],
    data: asked.map((row) => row[name]),
  });
  const inputs = [tensor('age', 'FP64'), tensor('city', 'BYTES'), tensor('hours', 'FP64')];
  return { path: `/v2/models/${apiId}/infer`, body: JSON.stringify({ inputs, ...content }), type: json };
};
const stream = (body: string, type: string): Ask => ({
  path: `/api/v1/predict/${apiId}/stream`,
  body,
  type,
  accept: type,
});

const whole: [string, (asked: Rows) => Ask][] = [
  ['JSON', (asked) => ({ body: JSON.stringify({ instances: asked }), type: json })],
  ['CSV', (asked) => ({ body: csvOf(asked), type: 'text/csv', accept: 'text/csv' })],
  [
    'CSV parted by semicolons',
    (asked) => ({ body: csvOf(asked).replaceAll(',', ';'), type: 'text/csv', accept: 'text/csv' }),
  ],
  ['one object a line', (asked) => ({ body: linesOf(asked), type: ndjson })],
  ['the Open Inference Protocol', (asked) => infer(asked)],
  ['binary tensors', (asked) => infer(asked, { parameters: { binary_data_output: true } })],
];
const forms: typeof whole = [
  ...whole,
  ['a stream of lines', (asked) => stream(linesOf(asked), ndjson)],
  ['a stream of CSV', (asked) => stream(csvOf(asked), 'text/csv')],
];

/** What was kept of the first call that had a shadow. */
const shadowOf = (rollout: { id: string }, call: () => Promise<unknown>) =>
  until(async () => {
    await call();
    const { data } = await anna.get(`/apis/${apiId}/rollouts/${rollout.id}/differences`);
    return data.length > 0 && data[0];
  }, 10);

test.each(forms)('the shadow of %s differs row by row as that of JSON does', async (_name, form) => {
  const rollout = await start({ mode: 'shadow' });
  const kept = await shadowOf(rollout, async () => {
    const answer = await ask(form(rows));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-model-version') ?? 'v1').toBe('v1');
    await answer.arrayBuffer();
  });
  const bare = async (modelVersion?: string) => {
    const path = modelVersion && `/v2/models/${apiId}/versions/${modelVersion}/infer`;
    const answer = await ask({ ...infer(rows), ...(path && { path }) });
    const { outputs } = (await answer.json()) as { outputs: { data: unknown[] }[] };
    return outputs[0]?.data;
  };
  const [stable, other] = [await bare(), await bare('2')];
  expect(kept).toMatchObject({ status: 200, rows: 30 });
  for (const each of kept.differences)
    expect(each).toMatchObject({ stable: stable?.[each.row], candidate: other?.[each.row] });
  expect(Math.max(...kept.differences.map(({ delta }: { delta: number }) => delta))).toBeLessThan(1);
  const { figures } = await until(async () => {
    const rolled = await current();
    return rolled.figures.stable.calls > 0 && rolled;
  }, 5);
  expect(figures.candidate.meanScore).toEqual(expect.any(Number));
  await stop();
});

test.each(whole)('a long answer to %s is compared by its first 200 rows', async (_name, form) => {
  const rollout = await start({ mode: 'shadow' });
  const kept = await shadowOf(rollout, async () => {
    const answer = await ask(form(rowsOf(301)));
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  });
  expect(kept).toMatchObject({ status: 200, rows: 200 });
  const { differing, differences } = kept;
  expect(differing).toBeLessThanOrEqual(200);
  for (const { row, stable, candidate } of differences) {
    expect(row).toBeLessThan(200);
    expect([stable, candidate]).not.toContain(null);
  }
  await stop();
});

test('a stream is sampled: its first 200 rows, whatever follows', async () => {
  const rollout = await start({ mode: 'shadow' });
  const bad = '{"age": "old", "city": "Goa", "hours": 3}\n';
  const kept = await shadowOf(rollout, async () => {
    const answer = await ask(stream(bad + linesOf(rowsOf(600)), ndjson));
    expect((await answer.text()).split('\n')).toHaveLength(602);
  });
  expect(kept).toMatchObject({ status: 200, rows: 200 });
  expect(kept.differences.map(({ row }: { row: number }) => row)).not.toContain(0);
  await stop();
});

test('a key falls on the same side of a canary in whatever form it asks', async () => {
  await start({ mode: 'canary', percent: 50, splitBy: 'key' });
  const keys = await Promise.all(Array.from({ length: 8 }, () => anna.createKey(apiId)));
  const isHeard = async () => {
    const answers = await Promise.all(keys.map((each) => ask(infer(rows), each.key)));
    return answers.some(({ headers }) => headers.get('x-model-version') === 'v2');
  };
  await until(isHeard, 5);
  const sides: Set<string | undefined>[] = [];
  for (const each of keys) {
    const versions = forms.map(async ([, form]) => {
      const answer = await ask(form(rows), each.key);
      const header = answer.headers.get('x-model-version');
      return header ?? /"version":"(v\d)"/.exec(await answer.text())?.[1];
    });
    sides.push(new Set(await Promise.all(versions)));
  }
  for (const versions of sides) expect(versions.size).toBe(1);
  expect(new Set(sides.map((versions) => [...versions][0]))).toEqual(new Set(['v1', 'v2']));
  await stop();
});
