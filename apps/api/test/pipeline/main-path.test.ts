import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { liveEvent, predictionResponse } from '@rowcast/contracts';
import { seedModel, type TrainedName } from '@rowcast/testkit/trained';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sweep } from '../../src/features/jobs/index.ts';
import type { SignedIn } from '../harness/app.ts';
import { cleaning } from './cleaning.ts';
import { incomeTable, type Person, type Product, person, startProduct, until } from './product.ts';
import { python, startModelServer } from './programs.ts';

const largeModel = fileURLToPath(new URL('./large_model.py', import.meta.url));

let product: Product;
let user: SignedIn;
let anna: Person;
let apiId: string;
let datasetId: string;
let modelId: string;
let bundleHash: string | null;
let key: string;
/** Adds a trained model to the API. */
let seed: (trained: TrainedName) => Promise<string>;

const linear = { modelType: 'custom', estimator: { name: 'linear' } };
/** Counts models, and so gives the same one however much time there is. */
const counted = { timeBudgetSeconds: 5, reproducible: true };

vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  product = await startProduct();
  user = await product.app.signIn();
  anna = person(product.app, user);
  const objects = fileURLToPath(product.env.STORAGE_URL ?? '');
  const { workspaceId, userId } = user;
  seed = (trained) =>
    seedModel(
      { db: product.app.sql, objects, workspaceId, apiId },
      { datasetId, trained, startedBy: userId },
    );
}, 60_000);
afterAll(() => product?.close());

const predict = (body: object | string, type = 'application/json', query = '') =>
  product.app.request
    .post(`/api/v1/predict/${apiId}${query}`)
    .set('authorization', `Bearer ${key}`)
    .type(type)
    .send(body);

describe('from a table to an answer', () => {
  test('a table is read and profiled', async () => {
    apiId = await anna.createApi('Income');
    datasetId = await anna.upload(incomeTable());
    const dataset = await anna.dataset(datasetId);
    expect(dataset).toMatchObject({ status: 'ready', rows: 200, columns: 4, error: null });
    expect(dataset.profile?.columns.map(({ name }) => name)).toEqual(['age', 'city', 'hours', 'income']);
    const preview = await anna.get(`/datasets/${datasetId}/preview`);
    expect(preview.columns).toEqual(['age', 'city', 'hours', 'income']);
    expect(preview.rows.length).toBeGreaterThan(5);
  });

  test('a model is trained and reported', async () => {
    modelId = await anna.train({ apiId, datasetId, targetColumn: 'income', ...counted });
    const model = await anna.model(modelId);
    expect(model).toMatchObject({ status: 'ready', version: 1, task: 'binary', error: null });
    expect(model).toMatchObject({ reproducible: true });
    expect(model.report?.rebuild?.config.reproducible).toBe(true);
    bundleHash = model.bundleHash;
    expect(model.report?.target).toBe('income');
    expect(model.score).toBe(model.report?.score.value);
    expect(model.progress?.leaderboard.length).toBeGreaterThan(0);
  });

  test('every step was published live: states in order, and the training while it ran', async () => {
    const entries = await product.app.services.redis.xrange(`events:${user.workspaceId}`, '-', '+');
    const events = entries.map(([, [, json = '']]) => liveEvent.parse(JSON.parse(json)));
    const statuses = events.flatMap((event) =>
      event.type === 'dataset.changed' || event.type === 'model.changed' ? event.status : [],
    );
    expect(statuses).toEqual(['uploading', 'processing', 'ready', 'queued', 'training', 'ready']);
    const phases = events.flatMap((event) => (event.type === 'model.progress' ? event.progress.phase : []));
    expect(phases).toContain('training');
  });

  test('the model is deployed, gets a key and answers', async () => {
    await product.app.request.post(`/api/v1/models/${modelId}/deploy`).expect(401);
    const deployment = await anna.post(`/models/${modelId}/deploy`, {}, 200);
    expect(deployment).toMatchObject({ status: 'live', modelVersion: 1 });
    key = (await anna.createKey(apiId)).key;
    const { body } = await predict({
      instances: [
        { age: 60, city: 'Delhi', hours: 50 },
        { age: 21, city: 'Goa', hours: 20 },
      ],
    }).expect(200);
    expect(body.model).toEqual({ version: 'v1' });
    expect(body.predictions.map((each: { prediction: string }) => each.prediction)).toEqual(['high', 'low']);
    expect(body.id).toMatch(/^prd_/);
  });

  test('one bare object and CSV are answered like instances', async () => {
    const row = { age: 60, city: 'Delhi', hours: 50 };
    const [many, one, csv] = await Promise.all([
      predict({ instances: [row] }).expect(200),
      predict(row).expect(200),
      predict('age,city,hours\n60,Delhi,50\n', 'text/csv').expect(200),
    ]);
    expect(one.body.predictions).toEqual(many.body.predictions);
    expect(csv.body.predictions).toEqual(many.body.predictions);
  });
});

describe('bad rows get a named error with row and field', () => {
  const good = { age: 30, city: 'Goa', hours: 40 };
  test('text in a number', async () => {
    const instances = [good, { ...good, age: 'old' }];
    const answer = await predict({ instances }).set('x-request-id', 'bad-row-test-1').expect(422);
    expect(answer.body).toMatchObject({ error: { code: 'ROW_INVALID' }, requestId: 'bad-row-test-1' });
    expect(answer.body.fields).toContainEqual(expect.objectContaining({ row: 1, field: 'age' }));
    expect(answer.headers['x-request-id']).toBe('bad-row-test-1');
  });

  test.each([
    ['a missing field', { age: 30, city: 'Goa' }, 'hours', 'MISSING_FIELD'],
    ['an unknown field', { ...good, salary: 1 }, 'salary', 'UNKNOWN_FIELD'],
    ['an unseen category', { ...good, city: 'Paris' }, 'city', 'UNSEEN_CATEGORY'],
  ])('%s is answered with a warning', async (_name, row, field, code) => {
    const { body } = await predict({ instances: [good, row] }).expect(200);
    expect(body.predictions).toHaveLength(2);
    expect(body.warnings).toEqual([expect.objectContaining({ row: 1, field, code })]);
  });

  test.each([
    ['broken JSON', '{"instances": [', 400, 'BODY_NOT_JSON'],
    ['a list', '[1,2]', 422, 'INSTANCES_INVALID'],
    ['no instances', '{"instances": []}', 422, 'INSTANCES_INVALID'],
    ['an empty body', '', 400, 'BODY_EMPTY'],
  ])('%s', async (_name, body, status, code) => {
    const answer = await predict(body).expect(status);
    expect(answer.body).toMatchObject({
      error: { code },
      message: expect.any(String),
      requestId: expect.any(String),
    });
  });

  test('in the console as outside', async () => {
    const outside = await predict({ age: 'old' }).expect(422);
    const inside = await anna.post(`/apis/${apiId}/test-endpoint`, { age: 'old' }, 200);
    expect(inside.status).toBe(422);
    expect(inside.body).toEqual({ ...outside.body, requestId: inside.body.requestId });
  });
});

describe('more than a prediction', () => {
  const row = { age: 60, city: 'Delhi', hours: 50 };
  const change = (settings: object) =>
    product.app.request.put(`/api/v1/apis/${apiId}`).set(user.headers).send({ settings }).expect(200);

  test('sets, contributions and counterfactuals come when asked for, in the shape of the contract', async () => {
    const options = { interval: 0.9, topK: 2, explain: true, counterfactual: { fixed: ['city'] } };
    const { body } = await predict({ instances: [row], options }).expect(200);
    const [first] = predictionResponse.parse(body).predictions;
    expect(first?.set?.labels).toContain(first?.prediction);
    expect(first?.topK).toHaveLength(2);
    const parts = first?.explanation?.contributions.reduce((sum, each) => sum + each.contribution, 0) ?? 0;
    expect((first?.explanation?.base ?? 0) + parts).toBeCloseTo(first?.explanation?.score ?? Number.NaN, 6);
    expect(first?.counterfactual?.changes.map(({ field }) => field)).not.toContain('city');
    expect(first?.counterfactual?.prediction).toBe('low');
  });

  test('what does not fit the model is named', async () => {
    const { body } = await predict({ instances: [row], options: { costs: { rich: { low: 1 } } } }).expect(
      422,
    );
    expect(body).toMatchObject({ error: { code: 'OPTIONS_INVALID' }, fields: [{ field: 'options.costs' }] });
  });

  test('costs kept with the API decide, a threshold in the call decides otherwise', async () => {
    // So expensive that "low" is predicted at any probability.
    const costs = { low: { high: 1_000_000 }, high: { high: 1_000_000 } };
    await change({ costs });
    const decided = async (query = '') =>
      (await predict({ instances: [row] }, 'application/json', query).expect(200)).body.predictions[0];
    await until(async () => (await decided()).prediction === 'low', 10);
    expect((await decided()).expectedCost).toBeLessThan(1.01);
    expect((await decided('?threshold=0')).prediction).toBe('low');
    expect((await decided('?threshold=1')).prediction).toBe('high');
    const tested = async (body: object) =>
      (await anna.post(`/apis/${apiId}/test-endpoint`, body, 200)).decision;
    expect(await tested(row)).toEqual({ by: 'api', threshold: null, costs });
    expect(await tested({ instances: [row], options: { threshold: 0 } })).toEqual({
      ...{ by: 'call', threshold: 0, costs: null },
    });
    expect(await tested({ instances: [row], options: { topK: 2 } })).toMatchObject({ by: 'api' });
    const nulled = { threshold: '0.25', explain: null };
    expect(await tested({ instances: [row], options: nulled })).toMatchObject({
      by: 'call',
      threshold: 0.25,
    });
    const without = { instances: [row], options: { costs: null } };
    expect((await predict(without).expect(200)).body.predictions[0].prediction).toBe('high');
    expect(await tested(without)).toBeNull();
    await change({ costs: null });
    await until(async () => (await decided()).prediction === 'high', 10);
    expect(await tested(row)).toBeNull();
  });
});

describe('redeploying', () => {
  test('a newer model takes over under load without a failed call', async () => {
    const newer = await seed('boosted');
    const settings = { rateLimitEnabled: false };
    await product.app.request.put(`/api/v1/apis/${apiId}`).set(user.headers).send({ settings }).expect(200);
    const versions: string[] = [];
    const failures: number[] = [];
    let swapped = false;
    const caller = async () => {
      for (let after = 0; after < 10; after += swapped ? 1 : 0) {
        const answer = await predict({ age: 44, city: 'Pune', hours: 33 });
        if (answer.status === 200) versions.push(answer.body.model.version);
        else failures.push(answer.status);
      }
    };
    const callers = [caller(), caller(), caller(), caller()];
    // Unless one is named, the newest.
    expect(await anna.post(`/apis/${apiId}/deploy`, {}, 200)).toMatchObject({ modelId: newer });
    await until(async () => versions.at(-1) === 'v2');
    swapped = true;
    await Promise.all(callers);
    expect(failures).toEqual([]);
    expect(new Set(versions)).toEqual(new Set(['v1', 'v2']));
    expect(versions.slice(-20).every((version) => version === 'v2')).toBe(true);
  });

  test('goes back to the earlier model, and forth again', async () => {
    expect(await anna.post(`/apis/${apiId}/rollback`, {}, 200)).toMatchObject({ modelVersion: 1 });
    const { data } = await anna.get(`/apis/${apiId}/deployments`);
    expect(data.map((each: { status: string }) => each.status)).toEqual(['live', 'withdrawn', 'superseded']);
    const second = data[1].id;
    const again = await anna.post(`/apis/${apiId}/rollback`, { deploymentId: second }, 200);
    expect(again).toMatchObject({ modelVersion: 2, status: 'live' });
    await until(
      async () => (await predict({ age: 44, city: 'Pune', hours: 33 })).body.model.version === 'v2',
      2,
    );
  });

  test('a deployed model can be deleted only after another took its place', async () => {
    const { data } = await anna.get(`/models?apiId=${apiId}`);
    const [second, first] = data;
    expect([second.deployed, first.deployed]).toEqual([true, false]);
    const { headers } = user;
    const refused = await product.app.request.delete(`/api/v1/models/${second.id}`).set(headers).expect(409);
    expect(refused.body.error.code).toBe('MODEL_DEPLOYED');
    await product.app.request.delete(`/api/v1/models/${first.id}`).set(headers).expect(204);
    const { services } = product.app;
    const isStored = (hash: string) => services.storage.exists(`bundles/${hash}.rowcast`);
    await sweep({ ...services, clock: { now: () => new Date(Date.now() + 2 * 3_600_000) } });
    expect([await isStored(first.bundleHash), await isStored(second.bundleHash)]).toEqual([false, true]);
    await predict({ age: 44, city: 'Pune', hours: 33 }).expect(200);
  });

  test('a bundle in which one byte was changed is refused and never served', async () => {
    const copy = await seed('forest');
    const { bundleHash: hash } = await anna.model(copy);
    const file = new URL(`${product.env.STORAGE_URL}/bundles/${hash}.rowcast`);
    const bytes = await readFile(file);
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    await writeFile(file, bytes);
    const { body } = await product.app.request
      .post(`/api/v1/models/${copy}/deploy`)
      .set(user.headers)
      .expect(422);
    expect(body.error.code).toBe('BUNDLE_INVALID');
    const { body: answer } = await predict({ age: 44, city: 'Pune', hours: 33 }).expect(200);
    expect(answer.model.version).toBe('v2');
  });
});

describe('a table that cannot be used ends by name, with the line where there is one', () => {
  const rows = (count: number, cells: string) => `${cells}\n`.repeat(count);
  test.each<[string, string | Buffer, string]>([
    [
      'with an open quote',
      `age,city\n${rows(5, '31,Pune')}32,"Goa\n${rows(20, '33,Delhi')}`,
      'QUOTE_UNCLOSED',
    ],
    [
      'that is a picture',
      Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108', 'hex'),
      'FILE_NOT_A_TABLE',
    ],
  ])('%s', async (_name, content, code) => {
    const { status, error } = await anna.dataset(await anna.upload(content));
    expect({ status, code: error?.code }).toEqual({ status: 'error', code });
    expect(error?.message).toMatch(/[.!]$/);
    if (code === 'QUOTE_UNCLOSED') expect(error?.fields?.[0]?.line).toBe(7);
  });

  test('while UTF-16 is read, and said to have been converted', async () => {
    const utf16 = Buffer.from(`\ufeff${incomeTable(30)}`, 'utf16le');
    const { status, rows: read, profile } = await anna.dataset(await anna.upload(utf16));
    expect([status, read]).toEqual(['ready', 30]);
    expect(profile?.findings.map(({ code }) => code)).toContain('ENCODING_CONVERTED');
  });
});

describe('before it is trained on', () => cleaning(() => product));

describe('the figures', () => {
  test('are those of the calls that were made', async () => {
    const before = await product.app.sql.query(
      'select count(*)::int as n from request_log where key_id is not null',
    );
    await Promise.all(
      Array.from({ length: 10 }, () => predict({ age: 44, city: 'Pune', hours: 33 }).expect(200)),
    );
    const calls = before.rows[0].n + 10;
    const overview = await until(async () => {
      const answer = await anna.get('/analytics/overview');
      const hourly = answer.traffic.reduce((sum: number, hour: { calls: number }) => sum + hour.calls, 0);
      // The last calls of the test before may be logged between two of its queries.
      return answer.totalRequests >= calls && hourly === answer.totalRequests && answer;
    }, 5);
    const logged = await product.app.sql.query(
      'select count(*)::int as n from request_log where key_id is not null',
    );
    expect(overview.totalRequests).toBe(logged.rows[0].n);
    expect(overview.traffic).toHaveLength(24);
    expect(overview.topApis).toMatchObject([
      { id: apiId, requests: overview.totalRequests, uptime: 1, status: 'active', enabled: true },
    ]);
    expect(overview.checklist).toEqual({
      createdApi: true,
      uploadedDataset: true,
      trainedModel: true,
      deployed: true,
      calledEndpoint: true,
      latestApiId: apiId,
      latestDatasetId: expect.stringMatching(/^ds_/),
    });
    expect((await anna.get('/activity')).data.length).toBeGreaterThan(5);
    const api = await anna.get(`/apis/${apiId}`);
    expect(api.usage).toMatchObject({ calls: overview.totalRequests, errors: 0, errorRate: 0 });
    expect(api.usage.latencyMs).toBeGreaterThan(0);
    expect(api.usage.latencyP95Ms).toBeGreaterThanOrEqual(api.usage.latencyMs);
    expect(api.lastUsedAt).not.toBeNull();
    const { data } = await anna.get(`/apis/${apiId}/keys`);
    expect(data[0].lastUsedAt).not.toBeNull();
  });

  test('count a call from the console apart', async () => {
    const before = await anna.get(`/apis/${apiId}`);
    const answer = await anna.post(`/apis/${apiId}/test-endpoint`, { age: 44, city: 'Pune', hours: 33 }, 200);
    expect(answer).toMatchObject({ status: 200, body: { model: { version: 'v2' } } });
    expect((await anna.get(`/apis/${apiId}`)).usage.calls).toBe(before.usage.calls);
    const { rows } = await product.app.sql.query(
      'select status, rows from request_log where key_id is null order by at desc limit 1',
    );
    expect(rows).toEqual([{ status: 200, rows: 1 }]);
  });
});

describe('rows in order of time', () => {
  test('whose last ones are of one class give a model with a score that is null, and say why', async () => {
    const later = await anna.createApi('Later incomes');
    const settings = { targetColumn: 'income', timeColumn: 'age', ...linear };
    const id = await anna.train({ apiId: later, datasetId, ...settings });
    const model = await anna.model(id);
    expect(model).toMatchObject({ status: 'ready', error: null, metric: 'roc_auc', score: null });
    expect(model.baselineScore).toBeNull();
    expect(model.report?.score).toEqual({
      metric: 'roc_auc',
      value: null,
      low: null,
      high: null,
      gap: 'one_class',
    });
    expect(model.report?.otherScores.map(({ metric }) => metric)).toContain('accuracy');
    expect((await anna.get(`/models?apiId=${later}`)).data).toMatchObject([
      { id, score: null, scoreGap: 'one_class' },
    ]);
    expect(await anna.get(`/models/${id}/metrics`)).toMatchObject({ score: null, baselineScore: null });
  });
});

describe('a training that counts models', () => {
  test('gives the same bundle again', async () => {
    const again = await anna.train({ apiId, datasetId, targetColumn: 'income', ...counted });
    expect((await anna.model(again)).bundleHash).toBe(bundleHash);
  });
});

describe('when the model server is away', () => {
  test('a call gets 503 with Retry-After, and an answer once it is back', async () => {
    await product.modelServer.kill('SIGKILL');
    const away = await predict({ age: 44, city: 'Atlantis', hours: 33 }).expect(503);
    expect(away.body.error.code).toBe('MODEL_SERVER_UNAVAILABLE');
    expect(Number(away.headers['retry-after'])).toBeGreaterThan(0);
    product.modelServer = await startModelServer(product.env, product.modelServerPort);
    await predict({ age: 44, city: 'Atlantis', hours: 33 }).expect(200);
  });
});

test('a model that does not fit into memory is reported to callers, in the overview and at deployment', async () => {
  const { stdout } = await promisify(execFile)(python, [largeModel], { encoding: 'buffer' });
  const { body: uploaded } = await product.app.request
    .post('/api/v1/models/onnx')
    .set(user.headers)
    .field({ apiId, datasetId, targetColumn: 'hours' })
    .attach('file', stdout, 'large.onnx')
    .expect(201);
  expect(await anna.model(uploaded.id, 60)).toMatchObject({ status: 'ready' });
  await anna.post(`/models/${uploaded.id}/deploy`, {}, 200);
  const restart = async (more: Record<string, string>) => {
    await product.modelServer.kill();
    product.modelServer = await startModelServer({ ...product.env, ...more }, product.modelServerPort);
  };
  await restart({ MODEL_MEMORY_MB: '64', MODEL_SERVER_MEMORY_MB: '256' });

  const refused = await until(async () => {
    const answer = await predict({ age: 20 });
    return answer.status === 503 ? null : answer;
  });
  expect([refused.status, refused.headers['retry-after']]).toEqual([507, undefined]);
  const { error, message } = refused.body;
  expect(error.code).toBe('MODEL_TOO_LARGE');
  expect(message).toContain('MODEL_SERVER_MEMORY_MB');
  expect(await anna.get(`/apis/${apiId}/service`)).toMatchObject({ state: 'too_large' });

  await anna.post(`/models/${await seed('boosted')}/deploy`, {}, 200);
  const again = await anna.post(`/models/${uploaded.id}/deploy`, {}, 507);
  expect(again).toMatchObject({ error: { code: 'MODEL_TOO_LARGE' }, message });
  const [newest] = (await anna.get(`/apis/${apiId}/deployments`)).data;
  expect(newest).toMatchObject({ status: 'failed', error: { code: 'MODEL_TOO_LARGE', message } });
  await predict({ age: 20, city: 'Goa', hours: 20 }).expect(200);
  await restart({});
  await anna.post(`/models/${uploaded.id}/deploy`, {}, 200);
});
