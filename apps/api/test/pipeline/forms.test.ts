import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { predictionOptions } from '@rowcast/contracts';
import type { TrainedName } from '@rowcast/testkit/trained';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SignedIn } from '../harness/app.ts';
import { type Person, type Serving, startIncome } from './product.ts';
import { python } from './programs.ts';

const publicClient = fileURLToPath(new URL('./open_inference_client.py', import.meta.url));

let product: Serving;
let user: SignedIn;
let anna: Person;
let apiId: string;
let key: string;
let seed: (trained: TrainedName) => Promise<string>;

vi.setConfig({ testTimeout: 60_000 });

const row = { age: 44, city: 'Pune', hours: 33 };
const rows = [row, { age: 61, city: 'Delhi', hours: 20 }];

beforeAll(async () => {
  ({ product, user, anna, apiId, key, seed } = await startIncome());
}, 180_000);
afterAll(() => product?.close());

const change = (settings: object) =>
  product.app.request.put(`/api/v1/apis/${apiId}`).set(user.headers).send({ settings }).expect(200);
const bearer = () => ({ authorization: `Bearer ${key}` });
const predict = (body: object | string, headers: Record<string, string> = {}) =>
  product.app.request
    .post(`/api/v1/predict/${apiId}`)
    .set({ ...bearer(), ...headers })
    .send(body);
const newest = async () => (await anna.get(`/apis/${apiId}/logs?limit=1`)).data[0];

describe('the log', () => {
  const odd = { ...row, city: 'Atlantis' };
  const three = { instances: [odd, row, { ...odd, planet: 'Mars' }] };
  const tensors = ['age', 'city', 'hours'].map((name) => ({
    ...{ name, shape: [2], datatype: name === 'city' ? 'BYTES' : 'FP64' },
    data: [row, odd].map((each) => each[name as keyof typeof row]),
  }));
  const count = (settings: object) => change({ loggingEnabled: true, ...settings });
  const asked: Record<string, () => Promise<{ headers: Record<string, string> }>> = {
    json: () => predict(three).expect(200),
    csv: () => predict(three, { accept: 'text/csv' }).expect(200),
    lines: () => predict(three, { accept: 'application/x-ndjson' }).expect(200),
    options: () => predict({ ...three, options: { explain: true } }).expect(200),
    long: () => predict({ instances: Array(2_000).fill(odd) }).expect(200),
    tensors: () =>
      product.app.request
        .post(`/v2/models/${apiId}/infer`)
        .set(bearer())
        .send({ inputs: tensors })
        .expect(200),
    plain: () => predict(row).expect(200),
    refused: () => predict({ age: 'old' }).expect(422),
  };
  test.each([
    ['json', 3],
    ['csv', 3],
    ['lines', 3],
    ['options', 3],
    ['long', 1_000],
    ['tensors', 1],
    ['plain', 0],
    ['refused', null],
  ])(
    'reports the warnings of a call answered as %s, whatever is kept of its texts',
    async (form, warnings) => {
      for (const loggingEnabled of [true, false]) {
        await count({ loggingEnabled });
        const { headers } = (await asked[form]?.()) ?? { headers: {} };
        expect('x-rowcast-warnings' in headers).toBe(form === 'csv');
        const requestId = headers['x-request-id'];
        await expect.poll(newest).toMatchObject({ requestId, warnings, failedRows: null });
        const found = (await anna.get(`/apis/${apiId}/logs?status=warned&limit=1`)).data[0];
        expect(found?.requestId === requestId).toBe(Boolean(warnings));
      }
      await count({});
    },
  );
});

test('CSV and a line for each row are answered in kind, and say which prediction they are', async () => {
  const csv = await predict('age,city,hours\n44,Pune,33\n44,Atlantis,33\n', {
    'content-type': 'text/csv',
    accept: 'text/csv',
  })
    .expect(200)
    .expect('content-type', /text\/csv/);
  expect(csv.headers['x-prediction-id']).toMatch(/^prd_/);
  expect(csv.headers['x-rowcast-warnings']).toBe('1;unseen_category=1');
  expect(csv.text.split('\n')[0]).toMatch(/^prediction/);
  const lines = await predict(`${JSON.stringify(row)}\n${JSON.stringify({ ...row, age: 20 })}\n`, {
    'content-type': 'application/x-ndjson',
  })
    .buffer(true)
    .parse((answer, done) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => done(null, text));
    })
    .expect(200);
  expect(String(lines.body).trim().split('\n')).toHaveLength(2);
});

test('options of the address reach the model', async () => {
  const { body } = await product.app.request
    .post(`/api/v1/predict/${apiId}?topK=1`)
    .set(bearer())
    .send(row)
    .expect(200);
  expect(body.predictions[0].topK ?? body.predictions[0].top_k).toHaveLength(1);
});

test('an API describes itself to its members and to key holders', async () => {
  const document = await anna.get(`/apis/${apiId}/openapi.json`);
  const { Row, Warning, Problem } = document.components.schemas;
  for (const { properties } of [Warning, Problem])
    expect(properties).toMatchObject({ code: {}, parts: { properties: { given: { type: 'string' } } } });
  expect(Object.keys(Row.properties).toSorted()).toEqual(['age', 'city', 'hours']);
  expect(document.components.schemas.Answer.properties.predictions.items.properties.prediction.enum).toEqual(
    expect.arrayContaining(['high', 'low']),
  );
  const { body } = await product.app.request
    .get(`/api/v1/predict/${apiId}/openapi.json`)
    .set(bearer())
    .expect(200);
  expect(body).toEqual(document);
  await product.app.request.get(`/api/v1/predict/${apiId}/openapi.json`).expect(401);
});

describe('the Open Inference Protocol', () => {
  test.each(['json', 'binary'])('serves a public client, tensors as %s', async (form) => {
    const { host } = new URL(product.app.url);
    const { stdout } = await promisify(execFile)(python, [publicClient, host, apiId, key, form]);
    const found = JSON.parse(stdout);
    expect(found).toMatchObject({
      live: true,
      ready: true,
      modelReady: true,
      otherVersionReady: false,
      server: 'rowcast',
      metadata: { name: apiId, versions: ['1'] },
      head: { model_name: apiId, model_version: '1', id: 'mine' },
    });
    const { body } = await predict({ instances: rows }).expect(200);
    const wanted = body.predictions as { prediction: string; probabilities: Record<string, number> }[];
    expect(found.predictions).toEqual(wanted.map(({ prediction }) => prediction));
    for (const [at, { probabilities }] of wanted.entries())
      for (const [place, share] of Object.values(probabilities).entries())
        expect(found.probabilities[at][place]).toBeCloseTo(share, 5);
  });

  const infer = (body: object, path = `/v2/models/${apiId}/infer`) =>
    product.app.request.post(path).set(bearer()).send(body);
  const tensors = {
    inputs: [
      { name: 'age', datatype: 'FP64', shape: [1], data: [44] },
      { name: 'city', datatype: 'BYTES', shape: [1], data: ['Pune'] },
      { name: 'hours', datatype: 'FP64', shape: [1], data: [33] },
    ],
  };

  test('is logged, limited and refused like any other call, with errors in its own form', async () => {
    const good = await infer(tensors).expect(200);
    expect(good.headers['x-prediction-id']).toMatch(/^prd_|^pred/);
    await expect.poll(async () => (await newest())?.id).toBe(good.headers['x-prediction-id']);
    expect(await newest()).toMatchObject({ status: 200, rows: 1 });

    const anonymous = await product.app.request.post(`/v2/models/${apiId}/infer`).send(tensors).expect(401);
    expect(anonymous.body).toMatchObject({
      code: 'API_KEY_MISSING',
      error: expect.any(String),
      message: anonymous.body.error,
      requestId: anonymous.headers['x-request-id'],
    });
    const bad = await infer({ inputs: [] }).expect(422);
    expect(bad.body).toMatchObject({
      code: 'INSTANCES_INVALID',
      error: expect.any(String),
      requestId: bad.headers['x-request-id'],
    });
    for (const path of [`/v2/models/${apiId}/versions/7/infer`, '/v2/models/other/infer', '/v2/nothing'])
      expect((await infer(tensors, path).expect(404)).body.error).toEqual(expect.any(String));
    await product.app.request.get(`/v2/models/${apiId}/infer`).set(bearer()).expect(405);

    await change({ rateLimitEnabled: true, rateLimitRequests: 1, rateLimitWindow: 3600 });
    await infer(tensors).expect(200);
    expect((await infer(tensors).expect(429)).headers['retry-after']).toBeDefined();
    await change({ rateLimitEnabled: false });
  });

  test('describes a model only to a key with the schema scope', async () => {
    const { key: narrow } = await anna.post(
      `/apis/${apiId}/keys`,
      { name: 'Calls', scopes: ['predict'] },
      201,
    );
    const get = (path: string) => product.app.request.get(path).set('authorization', `Bearer ${narrow}`);
    await get(`/v2/models/${apiId}`).expect(403);
    await get(`/v2/models/${apiId}/ready`).expect(200);
  });
});

describe('a policy for unexpected values', () => {
  const odd = { ...row, city: 'Atlantis' };

  test('may be asked for by a call, in its header or its address', async () => {
    expect((await predict(odd).expect(200)).body.warnings).toHaveLength(1);
    const refused = await predict(odd, { 'x-rowcast-policy': 'strict' }).expect(422);
    expect(refused.body.fields[0]).toMatchObject({ field: 'city', row: 0 });
    await product.app.request
      .post(`/api/v1/predict/${apiId}?policy=strict`)
      .set(bearer())
      .send(odd)
      .expect(422);
    const own = { fields: { city: { unseen: 'ignore' } } };
    expect(
      (await predict(odd, { 'x-rowcast-policy': JSON.stringify(own) }).expect(200)).body.warnings,
    ).toEqual([]);
  });

  test('cannot be loosened where the API is strict', async () => {
    await change({ inputPolicy: 'strict' });
    await predict(odd, { 'x-rowcast-policy': 'lenient' }).expect(422);
    await change({ inputPolicy: 'lenient' });
  });
});

test('an API describes each form that it answers, and no other', async () => {
  const { paths, components } = await anna.get(`/apis/${apiId}/openapi.json`);
  type Described = { properties?: object; anyOf?: { properties?: object }[] };
  type Content = Record<string, { example?: object; schema?: Described }>;
  const bodies = Object.entries<{ post: { requestBody: { content: Content } } }>(paths).map(
    ([path, { post }]) => [path, post.requestBody.content] as const,
  );
  expect(bodies.map(([path]) => path)).toEqual([
    `/api/v1/predict/${apiId}`,
    `/api/v1/predict/${apiId}/stream`,
    `/v2/models/${apiId}/infer`,
  ]);
  const line = JSON.stringify(row);
  const samples: Record<string, string> = {
    'application/x-ndjson': `${line}\n`,
    'text/csv': 'age,city,hours\n44,Pune,33\n',
  };
  const send = (path: string, type: string, body: string) =>
    product.app.request.post(path).set(bearer()).type(type).send(body);
  for (const [path, content] of bodies) {
    expect(paths[path].post.responses[415].description).toMatch(/^Neither/);
    await send(path, 'application/xml', '<row/>').expect(415);
    for (const [type, { example }] of Object.entries(content)) {
      const body = example ? JSON.stringify(example) : samples[type];
      if (body) await send(path, type, body).expect(200);
    }
  }
  const [whole, , tensors] = bodies.map(([path, content]) => {
    const { schema, example } = content['application/json'] ?? {};
    return { path, schema: schema?.anyOf?.[0] ?? schema, example };
  });
  const options = { threshold: 0, topK: 1 };
  expect(whole?.schema?.properties).toHaveProperty('options.$ref', '#/components/schemas/Options');
  expect(tensors?.schema?.properties).toHaveProperty('parameters.$ref', '#/components/schemas/Decisions');
  expect(Object.keys(components.schemas.Options.properties)).toEqual(
    expect.arrayContaining(Object.keys(options)),
  );
  expect(Object.keys(components.schemas.Decisions.properties)).toEqual(['threshold', 'costs']);
  const asked = async (to: typeof whole, more: object) =>
    (await send(to?.path ?? '', 'application/json', JSON.stringify({ ...to?.example, ...more }))).status;
  expect(await asked(whole, { options })).toBe(200);
  expect(await asked(tensors, { parameters: { threshold: 0 } })).toBe(200);
  expect(await asked(tensors, { parameters: options })).toBe(422);
  const missing = JSON.stringify(paths)
    .match(/#\/components\/schemas\/\w+/g)
    ?.filter((name) => !Object.hasOwn(components.schemas, name.slice('#/components/schemas/'.length)));
  expect(missing).toEqual([]);
});

test('the document lists the query options of an API and their effect on the response', async () => {
  const { paths, components } = await anna.get(`/apis/${apiId}/openapi.json`);
  const values: Record<string, string> = {
    ...{ interval: '0.9', topK: '1', explain: 'true', threshold: '0.5', policy: 'lenient' },
    ...{ costs: '{"low":{"high":2}}', counterfactual: '{}', depth: '2' },
  };
  expect(Object.keys(values)).toEqual(expect.arrayContaining(Object.keys(predictionOptions.shape)));
  const inputs = Object.entries(row).map(([name, value]) => ({
    ...{ name, shape: [1], data: [value] },
    datatype: typeof value === 'number' ? 'FP64' : 'BYTES',
  }));
  const bodies: Record<string, [type: string, body: string]> = {
    [`/api/v1/predict/${apiId}`]: ['application/json', JSON.stringify(row)],
    [`/api/v1/predict/${apiId}/stream`]: ['application/x-ndjson', `${JSON.stringify(row)}\n`],
    [`/v2/models/${apiId}/infer`]: ['application/json', JSON.stringify({ inputs })],
  };
  const answered = new Set<string>();
  for (const [path, [type, body]] of Object.entries(bodies)) {
    const documented = paths[path].post.parameters
      .filter((each: { in: string }) => each.in === 'query')
      .map(({ name }: { name: string }) => name);
    const taken: string[] = [];
    for (const [name, value] of Object.entries(values)) {
      const request = product.app.request.post(path).query({ [name]: value });
      const answer = await request.set(bearer()).type(type).send(body);
      if (answer.status === 200) taken.push(name);
      else expect(answer.body.error.code ?? answer.body.code, `${name} at ${path}`).toBe('OPTIONS_INVALID');
      for (const key of Object.keys(answer.body.predictions?.[0] ?? {})) answered.add(key);
    }
    expect(taken.toSorted(), path).toEqual(documented.toSorted());
  }
  const { properties } = components.schemas.Answer.properties.predictions.items;
  expect(Object.keys(properties).toSorted()).toEqual([...answered].toSorted());
});

test('an API names the headers of its answers', async () => {
  const { paths, components } = await anna.get(`/apis/${apiId}/openapi.json`);
  const sentByAny = new Set(Object.keys((await product.app.request.get('/api/v1/nothing')).headers));
  const path = `/api/v1/predict/${apiId}`;
  const csv = { 'content-type': 'text/csv', accept: 'text/csv' };
  const odd = 'age,city,hours\n200,Pune,33\n';
  const seen = new Set<string>();
  const inForm = async (
    where: string,
    body: string | object,
    headers: Record<string, string>,
    status = 200,
  ) => {
    const answer = await product.app.request
      .post(where)
      .set({ ...bearer(), 'content-type': 'application/json', ...headers })
      .send(body)
      .expect(status);
    const documented = paths[where].post.responses[status].headers;
    const named = new Set(Object.keys(documented).map((name) => name.toLowerCase()));
    for (const { $ref } of Object.values<{ $ref: string }>(documented))
      expect(components.headers).toHaveProperty([$ref.slice('#/components/headers/'.length)]);
    const own = Object.keys(answer.headers).filter(
      (name) => !sentByAny.has(name) && !/^(access-control-|content-|transfer-)/.test(name),
    );
    for (const name of [...own, 'x-request-id']) expect(named).toContain(name);
    for (const name of Object.keys(answer.headers)) if (named.has(name)) seen.add(name);
  };
  const tensors = { inputs: [{ name: 'age', datatype: 'FP64', shape: [1], data: [44] }] };
  const binary = { ...tensors, parameters: { binary_data_output: true } };
  const put = (body: object) =>
    product.app.request.put(`/api/v1/apis/${apiId}`).set(user.headers).send(body).expect(200);
  await put({ status: 'deprecated', sunset: '2099-01-31' });
  await change({ rateLimitEnabled: true, rateLimitRequests: 1_000, rateLimitWindow: 3_600 });
  for (let time = 0; time < 2; time += 1) await inForm(path, row, { 'idempotency-key': 'named' });
  await inForm(path, odd, csv);
  await inForm(`${path}/stream`, odd, csv);
  for (const body of [tensors, binary]) await inForm(`/v2/models/${apiId}/infer`, body, {});
  await inForm(path, { age: 'old' }, {}, 422);
  await inForm(path, row, { authorization: 'Bearer none' }, 401);
  await inForm(path, '<row/>', { 'content-type': 'text/xml' }, 415);
  await change({ rateLimitRequests: 1, rateLimitWindow: 86_400 });
  await predict(row);
  await inForm(path, row, {}, 429);
  await change({ rateLimitEnabled: false });
  await put({ status: 'active' });
  expect([...seen].toSorted()).toEqual(
    Object.keys(components.headers)
      .map((name) => name.toLowerCase())
      .toSorted(),
  );
});

describe('a threshold kept with an API', () => {
  test('is left out by a model that it does not fit, which is said when that is deployed', async () => {
    await change({ threshold: 0.01 });
    const { body } = await predict(row).expect(200);
    const [, second] = Object.keys(body.predictions[0].probabilities);
    expect(body.predictions[0].prediction).toBe(second);
    const numbers = await seed('hours');
    expect((await anna.get(`/models/${numbers}/changes`)).data).toContainEqual(
      expect.objectContaining({ kind: 'decision_left_out' }),
    );
    const deployed = await anna.post(`/models/${numbers}/deploy`, {}, 200);
    expect(deployed.warnings).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('threshold 0.01') }),
    );
    const answer = await predict({ age: 44, city: 'Pune', income: 'low' });
    expect(answer.body).toMatchObject({ predictions: [{ prediction: expect.any(Number) }] });
  });
});

describe('what an API asks of its models', () => {
  const ask = (checks: object[]) => change({ releaseChecks: checks });
  const versions = async (): Promise<{ modelId: string; label: string | null }[]> =>
    (await anna.get(`/models/${(await anna.get(`/apis/${apiId}`)).model.id}/versions`)).data;

  test('keeps a model that does not hold it from being deployed, in plain words', async () => {
    const [live, other] = await versions().then((all) => [
      all.find(({ label }) => label === 'stable'),
      all.find(({ label }) => label === null),
    ]);
    await ask([{ kind: 'invariant', field: 'age', most: 0 }]);
    const refused = await anna.post(`/apis/${apiId}/deploy`, { modelId: other?.modelId }, 409);
    expect(refused.error.code).toBe('RELEASE_CHECK_FAILED');
    expect(refused.fields).toEqual([
      { field: 'age', message: expect.stringContaining('at most 0 is allowed') },
    ]);
    expect((await versions()).find(({ label }) => label === 'stable')).toEqual(live);
    expect((await anna.get(`/apis/${apiId}/deployments`)).data[0]).toMatchObject({
      status: 'failed',
      error: { code: 'RELEASE_CHECK_FAILED', fields: refused.fields },
    });
  });

  test('can be tried on the live model, and never holds up going back', async () => {
    const { data } = await anna.post(`/apis/${apiId}/release-checks`, {}, 200);
    expect(data).toEqual([{ check: expect.objectContaining({ field: 'age' }), result: expect.any(Object) }]);
    const checks = [{ kind: 'invariant', field: 'age', most: 1e9 }];
    const tried = await anna.post(`/apis/${apiId}/release-checks`, { checks }, 200);
    expect(tried.data[0].result).toMatchObject({ holds: true, message: expect.stringContaining('age') });
    await anna.post(`/apis/${apiId}/rollback`, {}, 200);
    await ask(checks);
    const unlabelled = (await versions()).find(({ label }) => label === null);
    await anna.post(`/apis/${apiId}/deploy`, { modelId: unlabelled?.modelId }, 200);
  });
});
