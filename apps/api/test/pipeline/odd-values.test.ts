import type { AuditRecord, FieldPolicySettings } from '@rowcast/contracts';
import type { TrainedName } from '@rowcast/testkit/trained';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SignedIn } from '../harness/app.ts';
import { type Person, type Serving, startIncome } from './product.ts';

let product: Serving;
let user: SignedIn;
let anna: Person;
let apiId: string;
let key: string;
let seed: (trained: TrainedName) => Promise<string>;

vi.setConfig({ testTimeout: 60_000 });

beforeAll(async () => {
  ({ product, user, anna, apiId, key, seed } = await startIncome());
}, 180_000);
afterAll(() => product?.close());
beforeEach(() => change({ inputPolicy: 'lenient', oddValues: {} }));

const row = { age: 44, city: 'Pune', hours: 33 };
const change = (settings: object) =>
  product.app.request.put(`/api/v1/apis/${apiId}`).set(user.headers).send({ settings }).expect(200);
const keep = (oddValues: FieldPolicySettings) => change({ oddValues });
const send = (path: string, body: string | object, headers: Record<string, string> = {}) =>
  product.app.request
    .post(path)
    .set({ authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers })
    .send(body);
const predict = (body: string | object, headers: Record<string, string> = {}) =>
  send(`/api/v1/predict/${apiId}`, body, headers);
const tested = (body: object) => anna.post(`/apis/${apiId}/test-endpoint`, body, 200);
const fieldsOf = ({ fields = [] }: { fields?: { field: string; row: number }[] }) =>
  fields.map(({ field, row: at }) => [field, at]);

describe('the field policies of an API', () => {
  const odd = { ...row, age: 200 };
  const csv = 'age,city,hours\n44,Pune,33\n200,Pune,33\n';
  const lines = `${JSON.stringify(row)}\n${JSON.stringify(odd)}\n`;
  const tensor = (name: string, datatype: string, value: unknown) => ({
    name,
    datatype,
    shape: [1],
    data: [value],
  });
  const inputs = [tensor('age', 'FP64', 200), tensor('city', 'BYTES', 'Pune'), tensor('hours', 'FP64', 33)];

  test('holds for every form of a call at once, as soon as it is set', async () => {
    expect((await predict(odd).expect(200)).body.warnings).toHaveLength(1);
    await keep({ fields: { age: { range: 'reject' } } });

    expect(fieldsOf((await predict({ instances: [row, odd] }).expect(422)).body)).toEqual([['age', 1]]);
    expect(fieldsOf((await predict(csv, { 'content-type': 'text/csv' }).expect(422)).body)).toEqual([
      ['age', 1],
    ]);
    const whole = await predict(lines, { 'content-type': 'application/x-ndjson' }).expect(422);
    expect(fieldsOf(whole.body)).toEqual([['age', 1]]);
    const byLine = await send(`/api/v1/predict/${apiId}/stream`, lines, {
      'content-type': 'application/x-ndjson',
    }).expect(200);
    const [good, refused] = byLine.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(good.prediction).toBeDefined();
    expect(refused).toMatchObject({ row: 1, fields: [{ field: 'age' }] });
    const streamed = await send(`/api/v1/predict/${apiId}/stream`, csv, {
      'content-type': 'text/csv',
      accept: 'text/csv',
    }).expect(200);
    expect(streamed.text).toMatch(/outside the training range/);
    const inferred = await send(`/v2/models/${apiId}/infer`, { inputs }).expect(422);
    expect(fieldsOf(inferred.body)).toEqual([['age', 0]]);

    expect(await tested(odd)).toMatchObject({ status: 422, body: { fields: [{ field: 'age', row: 0 }] } });
    const { data } = await anna.post('/test-batch', { apiId, requests: [row, odd] }, 200);
    expect(data.map(({ status }: { status: number }) => status)).toEqual([200, 422]);
    const saved = { name: 'Odd', request: odd };
    await anna.post(`/apis/${apiId}/test-cases`, saved, 201);
    expect(await anna.post(`/apis/${apiId}/test`, {}, 200)).toMatchObject({ failed: 1 });
    const [logged] = (await anna.get(`/apis/${apiId}/logs?limit=1&source=console`)).data;
    expect(await anna.post(`/apis/${apiId}/logs/${logged.id}/replay`, {}, 200)).toMatchObject({
      now: { status: 422 },
    });
  });

  const base = { ...row, city: 'Atlantis', planet: 'Mars' };
  test.each<[string, FieldPolicySettings, object, number, string[]]>([
    [
      'refused by every case',
      { default: { null: 'reject', missing: 'reject', extra: 'reject' } },
      { ...base, age: null },
      422,
      ['age', 'planet'],
    ],
    [
      'a type that is taken for a gap',
      { default: { type: 'impute', extra: 'ignore' } },
      { ...base, age: 'old' },
      200,
      ['age', 'city'],
    ],
    [
      'a category for a typical one',
      { fields: { city: { unseen: 'impute' } } },
      base,
      200,
      ['city', 'planet'],
    ],
    [
      'fields of another model',
      { fields: { gone: { range: 'reject' }, planet: { extra: 'reject' } } },
      base,
      422,
      ['planet'],
    ],
    [
      'letters of any kind',
      { fields: { 'größe 🌍': { extra: 'reject' } } },
      { ...base, 'größe 🌍': 1 },
      422,
      ['größe 🌍'],
    ],
  ])(
    'is the same on the fast path and through Express: %s',
    async (_name, oddValues, body, status, named) => {
      await keep(oddValues);
      const [one, other] = [await predict(body), await tested(body)];
      const said = ({ id: _id, requestId: _request, ...rest }: Record<string, unknown>) => rest;
      expect([other.status, said(other.body)]).toEqual([one.status, said(one.body)]);
      expect(one.status).toBe(status);
      const notes: { field: string }[] = one.body.fields ?? one.body.warnings;
      expect(notes.map(({ field }) => field).toSorted()).toEqual(named);
    },
  );

  test('gives way to what a caller names, and to no caller where the API is strict', async () => {
    await keep({ fields: { age: { range: 'reject' } } });
    const asks = (policy: object | string) =>
      predict(odd, { 'x-rowcast-policy': typeof policy === 'string' ? policy : JSON.stringify(policy) });
    await asks('lenient').expect(422);
    await asks({ fields: { city: { unseen: 'reject' } } }).expect(422);
    expect((await asks({ fields: { age: { range: 'ignore' } } }).expect(200)).body.warnings).toEqual([]);

    await change({ inputPolicy: 'strict', oddValues: { fields: { city: { unseen: 'warn' } } } });
    await asks({ fields: { age: { range: 'ignore' } } }).expect(422);
    await send(`/api/v1/predict/${apiId}?policy=lenient`, odd).expect(422);
    const exempt = await predict({ ...row, city: 'Atlantis' }).expect(200);
    expect(exempt.body.warnings).toEqual([expect.objectContaining({ field: 'city' })]);
  });

  test('does not change the answer that an Idempotency-Key has', async () => {
    const once = () => predict(odd, { 'idempotency-key': 'before-and-after' });
    const before = await once().expect(200);
    await keep({ fields: { age: { range: 'reject' } } });
    const after = await once().expect(200);
    expect(after.headers['idempotent-replayed']).toBe('true');
    expect(after.body).toEqual(before.body);
    await predict(odd, { 'idempotency-key': 'after' }).expect(422);
  });

  test("is part of the API's document and of the audit log", async () => {
    const of = async () => (await anna.get(`/apis/${apiId}/openapi.json`)).components.schemas.Row;
    expect((await of()).properties.city.description).toContain('others are accepted with a warning');
    await keep({ default: { extra: 'reject' }, fields: { city: { unseen: 'reject', null: 'ignore' } } });
    const { properties, description } = await of();
    expect(properties.city.description).toContain('others are rejected');
    expect(properties.city.description).toContain('A null is accepted without a warning');
    expect(description).toBe('Rows with fields that the model does not read are rejected.');
    await change({ inputPolicy: 'strict', oddValues: {} });
    expect((await of()).required).toEqual(['age', 'city', 'hours']);
    const { data } = await anna.get('/audit-logs?limit=5');
    const changes = data.map(({ details }: AuditRecord) => details.after?.settings);
    expect(changes).toContainEqual(
      expect.objectContaining({ oddValues: expect.objectContaining({ default: { extra: 'reject' } }) }),
    );
  });

  test('may name many fields', async () => {
    const fields = [...Array(500).keys()].map((at) => [`field ${at} größe`, { range: 'reject' }]);
    await keep({ fields: { ...Object.fromEntries(fields.slice(1)), age: { range: 'reject' } } });
    await predict(row).expect(200);
    expect(fieldsOf((await predict(odd).expect(422)).body)).toEqual([['age', 0]]);
    expect(fieldsOf((await send(`/v2/models/${apiId}/infer`, { inputs }).expect(422)).body)).toEqual([
      ['age', 0],
    ]);
    const streamed = await send(`/api/v1/predict/${apiId}/stream`, lines, {
      'content-type': 'application/x-ndjson',
    }).expect(200);
    expect(streamed.text).toContain('ROW_INVALID');
  });

  test.each<[string, object]>([
    ['an action that is none', { default: { null: 'drop' } }],
    ['a case that is none', { fields: { age: { odd: 'warn' } } }],
    ['a typical value for nothing', { default: { extra: 'impute' } }],
    [
      'longer than can be sent along',
      { fields: Object.fromEntries([...Array(170).keys()].map((at) => [`f${at}`.padEnd(190), {}])) },
    ],
    [
      'of more fields than can be sent along',
      { fields: Object.fromEntries([...Array(501).keys()].map((at) => [`f${at}`, {}])) },
    ],
  ])('is refused by name where it is %s', async (_name, oddValues) => {
    const { body } = await product.app.request
      .put(`/api/v1/apis/${apiId}`)
      .set(user.headers)
      .send({ settings: { oddValues } })
      .expect(400);
    expect(body.error.code).toBe('VALIDATION_FAILED');
    expect(body.fields[0].field).toContain('oddValues');
  });

  test('of a field that a new model lacks is passed over, which is said before that is tried or deployed', async () => {
    await keep({ fields: { age: { range: 'reject' }, hours: { range: 'reject' } } });
    const narrower = await seed('narrow');
    const changes = async () => (await anna.get(`/models/${narrower}/changes`)).data;
    const said = {
      kind: 'odd_values_passed_over',
      field: null,
      before: 'hours',
      after: null,
      message: expect.stringContaining('"hours"'),
    };
    expect(await changes()).toContainEqual(said);
    const tried = await anna.post(`/apis/${apiId}/rollouts`, { modelId: narrower, mode: 'shadow' }, 201);
    expect(tried.warnings).toContainEqual(said);
    const deployed = await anna.post(`/models/${narrower}/deploy`, {}, 200);
    expect(deployed.warnings).toContainEqual(said);
    expect(await changes()).toEqual([]);
    await predict({ age: 44, city: 'Pune' }).expect(200);
    await predict({ age: 200, city: 'Pune' }).expect(422);
  });
});
