import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkRollouts } from '../../src/features/rollouts/index.ts';
import type { SignedIn } from '../harness/app.ts';
import { type Person, type Product, startIncome, until } from './product.ts';
import { startModelServer } from './programs.ts';

let product: Product;
let user: SignedIn;
let anna: Person;
let apiId: string;
let key: string;
let datasetId: string;
let candidate: string;

vi.setConfig({ testTimeout: 60_000 });

beforeAll(async () => {
  ({ product, user, anna, apiId, key } = await startIncome('pro'));
  ({ datasetId } = (await anna.get('/models')).data[0]);
  candidate = await anna.train({
    apiId,
    datasetId,
    targetColumn: 'income',
    timeBudgetSeconds: 15,
    seed: 2,
    modelType: 'random_forest',
  });
  await anna.model(candidate, 120);
}, 240_000);
afterAll(() => product?.close());

const start = (body: object): Promise<{ id: string }> =>
  anna.post(
    `/apis/${apiId}/rollouts`,
    { modelId: candidate, percent: 100, gates: { maxScoreDrift: null }, ...body },
    201,
  );
const stop = () => product.app.request.delete(`/api/v1/apis/${apiId}/rollout`).set(user.headers).expect(200);
const current = async () => (await anna.get(`/apis/${apiId}/rollouts`)).data[0];

const rows = Array.from({ length: 30 }, (_, at) => ({ age: 20 + at, city: 'Goa', hours: 20 + at }));
const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const csv = `age,city,hours\n${rows.map(({ age, city, hours }) => `${age},${city},${hours}\n`).join('')}`;
const tensor = (name: string, datatype: string, data: unknown[]) => ({
  name,
  datatype,
  shape: [data.length],
  data,
});
const inputs = [
  tensor(
    'age',
    'FP64',
    rows.map(({ age }) => age),
  ),
  tensor(
    'city',
    'BYTES',
    rows.map(({ city }) => city),
  ),
  tensor(
    'hours',
    'FP64',
    rows.map(({ hours }) => hours),
  ),
];
const json = 'application/json';
const ndjson = 'application/x-ndjson';

interface Ask {
  path?: string;
  body: string;
  type: string;
  accept?: string;
}

const ask = ({ path = `/api/v1/predict/${apiId}`, body, type, accept = '*/*' }: Ask, bearer = key) =>
  fetch(`${product.app.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': type, accept },
    body,
  });
const infer = (content: object): Ask => ({
  path: `/v2/models/${apiId}/infer`,
  body: JSON.stringify({ inputs, ...content }),
  type: json,
});
const stream = (body: string, type: string): Ask => ({
  path: `/api/v1/predict/${apiId}/stream`,
  body,
  type,
  accept: type,
});

const forms: [string, () => Ask][] = [
  ['JSON', () => ({ body: JSON.stringify({ instances: rows }), type: json })],
  ['CSV', () => ({ body: csv, type: 'text/csv', accept: 'text/csv' })],
  [
    'CSV parted by semicolons',
    () => ({ body: csv.replaceAll(',', ';'), type: 'text/csv', accept: 'text/csv' }),
  ],
  ['one object a line', () => ({ body: lines, type: ndjson })],
  ['the Open Inference Protocol', () => infer({})],
  ['binary tensors', () => infer({ parameters: { binary_data_output: true } })],
  ['a stream of lines', () => stream(lines, ndjson)],
  ['a stream of CSV', () => stream(csv, 'text/csv')],
];

test.each(forms)('the shadow of %s differs row by row as that of JSON does', async (_name, form) => {
  const rollout = await start({ mode: 'shadow' });
  const kept = await until(async () => {
    const answer = await ask(form());
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-model-version') ?? 'v1').toBe('v1');
    await answer.arrayBuffer();
    const { data } = await anna.get(`/apis/${apiId}/rollouts/${rollout.id}/differences`);
    return data.length > 0 && data;
  }, 10);
  const bare = async (modelVersion?: string) => {
    const path = modelVersion && `/v2/models/${apiId}/versions/${modelVersion}/infer`;
    const answer = await ask({ ...infer({}), ...(path && { path }) });
    const { outputs } = (await answer.json()) as { outputs: { data: unknown[] }[] };
    return outputs[0]?.data;
  };
  const [stable, other] = [await bare(), await bare('2')];
  expect(kept[0]).toMatchObject({ status: 200, rows: 30 });
  for (const each of kept[0].differences)
    expect(each).toMatchObject({ stable: stable?.[each.row], candidate: other?.[each.row] });
  expect(Math.max(...kept[0].differences.map(({ delta }: { delta: number }) => delta))).toBeLessThan(1);
  const { figures } = await until(async () => {
    const rolled = await current();
    return rolled.figures.stable.calls > 0 && rolled;
  }, 5);
  expect(figures.candidate.meanScore).toEqual(expect.any(Number));
  await stop();
});

test('a stream is sampled: its first 200 rows, whatever follows', async () => {
  const rollout = await start({ mode: 'shadow' });
  const bad = '{"age": "old", "city": "Goa", "hours": 3}\n';
  const kept = await until(async () => {
    const answer = await ask(stream(bad + lines.repeat(20), ndjson));
    expect((await answer.text()).split('\n')).toHaveLength(602);
    const { data } = await anna.get(`/apis/${apiId}/rollouts/${rollout.id}/differences`);
    return data.length > 0 && data;
  }, 10);
  expect(kept[0]).toMatchObject({ status: 200, rows: 200 });
  expect(kept[0].differences.map(({ row }: { row: number }) => row)).not.toContain(0);
  await stop();
});

test('a key falls on the same side of a canary in whatever form it asks', async () => {
  await start({ mode: 'canary', percent: 50 });
  const keys = await Promise.all(Array.from({ length: 8 }, () => anna.createKey(apiId)));
  const isHeard = async () => {
    const answers = await Promise.all(keys.map((each) => ask(infer({}), each.key)));
    return answers.some(({ headers }) => headers.get('x-model-version') === 'v2');
  };
  await until(isHeard, 5);
  const sides: Set<string | undefined>[] = [];
  for (const each of keys) {
    const versions = forms.map(async ([, form]) => {
      const answer = await ask(form(), each.key);
      const header = answer.headers.get('x-model-version');
      return header ?? /"version":"(v\d)"/.exec(await answer.text())?.[1];
    });
    sides.push(new Set(await Promise.all(versions)));
  }
  for (const versions of sides) expect(versions.size).toBe(1);
  expect(new Set(sides.map((versions) => [...versions][0]))).toEqual(new Set(['v1', 'v2']));
  await stop();
});

test('a candidate is held to what its API asks of its models', async () => {
  const checks = (releaseChecks: object[]) =>
    product.app.request
      .put(`/api/v1/apis/${apiId}`)
      .set(user.headers)
      .send({ settings: { releaseChecks } })
      .expect(200);
  await checks([{ kind: 'invariant', field: 'age', most: 0 }]);
  const refused = await anna.post(`/apis/${apiId}/rollouts`, { modelId: candidate, mode: 'canary' }, 409);
  expect(refused.error.code).toBe('RELEASE_CHECK_FAILED');
  await checks([]);
});

describe('the gates of a candidate', () => {
  const row: Ask = { body: JSON.stringify(rows[0]), type: json };
  const statusOf = async (bearer: string) => {
    const answer = await ask(row, bearer);
    await answer.arrayBuffer();
    return answer.status;
  };
  /** A key of either side of the running canary. */
  async function keyOf(version: 'v1' | 'v2'): Promise<string> {
    const { key: bearer } = await anna.createKey(apiId);
    const { model } = (await (await ask(row, bearer)).json()) as { model: { version: string } };
    return model.version === version ? bearer : keyOf(version);
  }
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const kill = () => product.modelServer.kill('SIGKILL');
  const bothAnswer = async () => {
    for (const bearer of [one, other]) await until(async () => (await statusOf(bearer)) === 200, 10);
  };
  const startAgain = async () => {
    product.modelServer = await startModelServer(product.env, product.modelServerPort);
    await bothAnswer();
  };
  const failing = async (bearer: string, calls: number) => {
    for (let at = 0; at < calls; at += 1) expect([502, 503]).toContain(await statusOf(bearer));
  };
  const logged = async () => {
    const { rows: found } = await product.app.sql.query<{ n: number }>(
      'select count(*)::int as n from request_log where status >= 500',
    );
    return found[0]?.n ?? 0;
  };
  let one: string;
  let other: string;

  beforeEach(async () => {
    await start({
      mode: 'canary',
      percent: 50,
      gates: { minCalls: 10, maxScoreDrift: null, maxErrorRate: 0.02 },
    });
    // The rollout before divided the keys otherwise, until the end of it is heard.
    await pause(1_000);
    other = await keyOf('v2');
    one = await keyOf('v1');
  });

  test('do not take it back for an outage of the model server', async () => {
    for (let at = 0; at < 12; at += 1) expect(await statusOf(other)).toBe(200);
    const before = await logged();
    await kill();
    for (const bearer of [one, other]) await failing(bearer, 20);
    await expect.poll(logged).toBe(before + 40);
    await checkRollouts(product.app.services);
    expect((await current()).status).toBe('running');
    await startAgain();
    await checkRollouts(product.app.services);
    const { status, figures } = await current();
    expect(status).toBe('running');
    expect(figures.candidate.errorRate ?? 0).toBe(0);
    await stop();
  });

  test('do not take it back where both fail: the server has no bundles', async () => {
    const bundles = join(fileURLToPath(product.app.services.config.STORAGE_URL), 'bundles');
    await kill();
    await rename(bundles, `${bundles}-away`);
    product.modelServer = await startModelServer(product.env, product.modelServerPort);
    const before = await logged();
    for (const bearer of [one, other]) await failing(bearer, 12);
    await expect.poll(logged).toBe(before + 24);
    await rename(`${bundles}-away`, bundles);
    await checkRollouts(product.app.services);
    expect((await current()).status).toBe('running');
    await bothAnswer();
    await stop();
  });

  test('take it back where it alone fails', async () => {
    const { bundleHash } = (
      await product.app.sql.query('select bundle_hash as "bundleHash" from models where id = $1', [candidate])
    ).rows[0];
    const folder = join(fileURLToPath(product.app.services.config.STORAGE_URL), 'bundles');
    const bundle = join(folder, `${bundleHash}.rowcast`);
    await kill();
    await rename(bundle, `${bundle}-away`);
    product.modelServer = await startModelServer(product.env, product.modelServerPort);
    await until(async () => (await statusOf(one)) === 200, 10);
    const ended = await until(async () => {
      const statuses = [await statusOf(one), await statusOf(other)];
      const rollout = await current();
      if (rollout.status !== 'running') return rollout;
      expect(statuses).toEqual([200, 502]);
      return null;
    }, 45);
    expect(ended.reason).toMatch(/^[\d.]+ % of the candidate's \d+ calls failed; at most 2 % may\.$/);
    await rename(`${bundle}-away`, bundle);
  });

  test('take it back where the server goes away with its calls alone', async () => {
    const before = await logged();
    await kill();
    await failing(other, 6);
    product.modelServer = await startModelServer(product.env, product.modelServerPort);
    await pause(6_000);
    await until(async () => (await statusOf(one)) === 200, 10);
    await pause(6_000);
    await kill();
    await failing(other, 6);
    await expect.poll(logged).toBe(before + 12);
    await checkRollouts(product.app.services);
    const { status, reason } = await current();
    expect(status).toBe('rolled_back');
    expect(reason).toMatch(
      /^The candidate's last 12 calls all failed, while the stable model answered \d+\.$/,
    );
    await startAgain();
  });
});

test('the model is said to be in memory or not, with what loading it took', async () => {
  const service = () => anna.get(`/apis/${apiId}/service`);
  await product.modelServer.kill();
  expect(await service()).toMatchObject({ state: 'unknown', coldStartMs: expect.any(Number) });
  const env = { ...product.env, MODEL_IDLE_SECONDS: '4' };
  product.modelServer = await startModelServer(env, product.modelServerPort);
  const unloaded = { state: 'unloaded', idleSeconds: null, unloadsAfterSeconds: 4 };
  expect(await service()).toMatchObject({ ...unloaded, coldStartMs: expect.any(Number) });
  const loaded = await until(async () => {
    expect((await ask(infer({}))).status).toBe(200);
    const found = await service();
    return found.state === 'loaded' && found;
  }, 10);
  expect(loaded.idleSeconds).toEqual(expect.any(Number));
  expect(loaded.coldStartMs).toBeGreaterThan(0);
  await until(async () => (await service()).state === 'unloaded', 20);
  const fresh = await anna.createApi('Without a model');
  await product.app.request.get(`/api/v1/apis/${fresh}/service`).set(user.headers).expect(409);
});

describe('a model that asks for something else', () => {
  let other: string;
  beforeAll(async () => {
    other = await anna.train({
      apiId,
      datasetId,
      targetColumn: 'city',
      excludedColumns: ['hours'],
      timeBudgetSeconds: 10,
    });
    expect((await anna.model(other, 120)).status).toBe('ready');
  }, 150_000);

  const wanted = [
    { kind: 'target', field: null, before: 'income', after: 'city' },
    { kind: 'task', field: null, before: 'binary', after: 'multiclass' },
    { kind: 'field_added', field: 'income', before: null, after: 'category' },
    { kind: 'field_removed', field: 'city', before: 'category', after: null },
    { kind: 'field_removed', field: 'hours', before: 'number', after: null },
  ];
  const bare = (changes: { message: string }[]) =>
    changes.map(({ message, ...change }) => (message.length > 10 ? change : message));

  test('can not be tried beside the stable one, whose answers it can not be held against', async () => {
    for (const mode of ['canary', 'shadow']) {
      const { error } = await anna.post(`/apis/${apiId}/rollouts`, { modelId: other, mode }, 409);
      expect(error.code).toBe('ROLLOUT_OTHER_QUESTION');
    }
  });

  test('says what callers will meet, before it is deployed and when it is', async () => {
    expect((await anna.get(`/models/${candidate}/changes`)).data).toEqual([]);
    expect(bare((await anna.get(`/models/${other}/changes`)).data)).toEqual(wanted);
    const deployed = await anna.post(`/models/${other}/deploy`, {}, 200);
    expect(bare(deployed.warnings)).toEqual(wanted);
    expect((await anna.get(`/models/${other}/changes`)).data).toEqual([]);
    const back = await anna.post(`/apis/${apiId}/rollback`, {}, 200);
    expect(back.warnings.map(({ kind }: { kind: string }) => kind)).toContain('target');
    expect((await anna.post(`/models/${candidate}/deploy`, {}, 200)).warnings).toBeUndefined();
  });
});
