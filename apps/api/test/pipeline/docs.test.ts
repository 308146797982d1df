import { errorCatalogue } from '@rowcast/contracts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { markdownOf } from '../../src/features/docs/markdown.ts';
import { type Person, type Serving, startIncome } from './product.ts';

let product: Serving;
let anna: Person;
let apiId: string;
let key: string;

vi.setConfig({ testTimeout: 60_000 });

beforeAll(async () => {
  ({ product, anna, apiId, key } = await startIncome());
}, 180_000);
afterAll(() => product?.close());

let calls = 0;
const predict = (body: string) => {
  calls += 1;
  return product.app.request
    .post(`/api/v1/predict/${apiId}`)
    .set({ authorization: `Bearer ${key}`, 'content-type': 'application/json' })
    .send(body);
};
const change = (settings: object) =>
  product.app.request.put(`/api/v1/apis/${apiId}`).set(anna.headers).send({ settings }).expect(200);
const docs = () => anna.get(`/apis/${apiId}/docs`);
const exported = (format: string) =>
  product.app.request.get(`/api/v1/apis/${apiId}/docs/export?format=${format}`).set(anna.headers).expect(200);

test('the example is answered as the endpoint answers it', async () => {
  const { request, answer, target, fields, version } = await docs();
  const { body } = await predict(JSON.stringify(request)).expect(200);
  expect(answer).toEqual({ ...body, id: answer.id });
  expect({ target, version }).toEqual({ target: 'income', version: 'v1' });
  expect(fields.map(({ name }: { name: string }) => name).toSorted()).toEqual(['age', 'city', 'hours']);
});

test('each error that has a body comes back for that body, with the same fields', async () => {
  const { errors } = await docs();
  const asked = errors.filter(({ request }: { request: string | null }) => request !== null);
  expect(asked.map(({ code }: { code: string }) => code).toSorted()).toEqual([
    'BODY_NOT_JSON',
    'INSTANCES_INVALID',
    'OPTIONS_INVALID',
    'ROW_INVALID',
  ]);
  for (const { request, status, body } of asked) {
    const answer = await predict(request).expect(status);
    expect({ ...answer.body, requestId: '' }).toEqual({ ...body, requestId: '' });
  }
  for (const { code, status } of errors)
    expect(errorCatalogue[code as keyof typeof errorCatalogue].status).toBe(status);
});

test('what is asked for them is no call', async () => {
  await docs();
  await anna.post(`/apis/${apiId}/docs/generate`, {}, 200);
  await predict('{}');
  const logged = async () => (await anna.get(`/apis/${apiId}/logs`)).data.length;
  await expect.poll(logged, { timeout: 10_000 }).toBe(calls);
});

test('the model is called once for all readers, and again on request or after a relevant setting changes', async () => {
  const answered = async () => {
    const text = await (await fetch(`http://127.0.0.1:${product.modelServerPort}/metrics`)).text();
    return Number(/^rowcast_predict_seconds_count\{form="rows"\} (\S+)$/m.exec(text)?.[1]);
  };
  await change({ inputPolicy: 'strict' });
  const before = await answered();
  const looks = await Promise.all([docs(), docs(), docs()]);
  await exported('markdown');
  const [{ askedAt, answer }] = looks;
  expect(looks.every((each) => each.askedAt === askedAt && each.answer.id === answer.id)).toBe(true);
  expect(await answered()).toBe(before + 1);
  await change({ requestTimeout: 29 });
  expect(await docs()).toMatchObject({ askedAt, limits: { timeoutSeconds: 29 } });
  const repeated = await anna.post(`/apis/${apiId}/docs/generate`, {}, 200);
  expect(repeated.askedAt > askedAt).toBe(true);
  expect((await docs()).answer).toEqual(repeated.answer);
  await change({ inputPolicy: 'lenient', requestTimeout: 30 });
  // What was asked before is true again.
  expect((await docs()).askedAt < askedAt).toBe(true);
  expect(await answered()).toBe(before + 2);
});

test('they describe the field policies, and name no field if errors are redacted', async () => {
  await change({ oddValues: { fields: { age: { range: 'reject' } } }, errorDetail: 'redacted' });
  const { fields, errors } = await docs();
  const [age] = fields.filter(({ name }: { name: string }) => name === 'age');
  expect(age.actions).toMatchObject({ range: 'reject', unseen: null });
  expect(age.said).toContain('others are rejected');
  const [refused] = errors.filter(({ code }: { code: string }) => code === 'ROW_INVALID');
  expect(refused.body.fields).toBeUndefined();
  await change({ oddValues: {}, errorDetail: 'full' });
});

test('an API that is switched off is documented as such', async () => {
  const put = (enabled: boolean) =>
    product.app.request.put(`/api/v1/apis/${apiId}`).set(anna.headers).send({ enabled }).expect(200);
  await put(false);
  expect(await docs()).toMatchObject({ enabled: false, answer: { model: { version: 'v1' } } });
  expect((await exported('markdown')).text).toContain('turned off');
  await put(true);
});

test('they are saved as an OpenAPI document with the same examples, or as Markdown', async () => {
  const { request, answer, labels } = await docs();
  const { body, headers } = await exported('openapi');
  expect(headers['content-disposition']).toContain('Income-v1.openapi.json');
  const { requestBody, responses } = body.paths[`/api/v1/predict/${apiId}`].post;
  expect(requestBody.content['application/json'].example).toEqual(request);
  expect(responses[200].content['application/json'].example.predictions).toEqual(answer.predictions);
  expect(responses[422].content['application/json'].examples.ROW_INVALID.value.fields).not.toHaveLength(0);
  const { text } = await exported('markdown');
  const said = `"${labels[1]}" is returned when its probability is at least this value`;
  expect(body.components.schemas.Options.properties.threshold.description).toBe(said);
  expect(text).toContain(`| \`threshold\` | ${said} |`);
  expect(`${JSON.stringify(body)}${text}`).not.toContain('second class');
  for (const part of [
    '# Income',
    'curl -X POST',
    '### 422 ROW_INVALID',
    'Authorization: Bearer',
    '| hours |',
  ])
    expect(text).toContain(part);
});

test('names that would be read as markup stay names', async () => {
  const name = 'a|b <img> `x`';
  await product.app.request.put(`/api/v1/apis/${apiId}`).set(anna.headers).send({ name }).expect(200);
  expect((await exported('markdown')).text).toContain('# a\\|b \\<img\\> \\`x\\`');
});

test('what somebody wrote in a cell of free text is no example', async () => {
  const written = 'My name is Anna and I owe them 40';
  const { sql } = product.app;
  const [model] = (await sql.query('select id, report from models where api_id = $1', [apiId])).rows;
  const keep = (report: object) =>
    sql.query('update models set report = $2 where id = $1', [model.id, report]);
  const fields = model.report.fields.map((field: { name: string }) =>
    field.name === 'city' ? { ...field, kind: 'text', example: written } : field,
  );
  await keep({ ...model.report, fields });
  const shown = [await docs(), (await exported('openapi')).body, (await exported('markdown')).text];
  await keep(model.report);
  expect(shown[0].request.instances[0].city).toMatch(/^Some words/);
  expect(shown[0].answer.predictions).toHaveLength(1);
  expect(JSON.stringify(shown)).not.toContain(written);
});

test('names of fields that stand in errors are no markup either', async () => {
  const message = 'Field "<b>a|b</b>" is `odd`.';
  const body = { error: { code: 'ROW_INVALID' }, message, detail: message, requestId: 'req_1' };
  const errors = [{ status: 422, code: 'ROW_INVALID', message, request: null, body }];
  const [, after = ''] = markdownOf({ ...(await docs()), errors }).split('### 422 ROW_INVALID');
  expect(after.trim().split('\n')[0]).toBe('Field "\\<b\\>a\\|b\\</b\\>" is \\`odd\\`.');
});

test('without a model there is nothing to document, and others find nothing', async () => {
  const { request } = product.app;
  const empty = await anna.createApi('Empty');
  const none = await request.get(`/api/v1/apis/${empty}/docs`).set(anna.headers).expect(409);
  expect(none.body.error.code).toBe('API_NOT_DEPLOYED');
  await request.get(`/api/v1/apis/${empty}/docs/export?format=pdf`).set(anna.headers).expect(400);
  const { headers } = await product.app.signIn();
  for (const path of ['docs', 'docs/export'])
    await request.get(`/api/v1/apis/${apiId}/${path}`).set(headers).expect(404);
});

test('without the model server recorded examples stay, missing ones are absent, and regeneration fails', async () => {
  const { askedAt } = await docs();
  await product.modelServer.kill();
  expect(await docs()).toMatchObject({ askedAt, answer: { model: { version: 'v1' } } });
  await anna.post(`/apis/${apiId}/docs/generate`, {}, 503);
  expect(await docs()).toMatchObject({ askedAt, answer: { model: { version: 'v1' } } });
  await change({ errorDetail: 'redacted' });
  const { answer, errors, fields } = await docs();
  expect(answer).toBeNull();
  expect(fields).toHaveLength(3);
  expect(errors.map(({ code }: { code: string }) => code)).not.toContain('ROW_INVALID');
  await anna.post(`/apis/${apiId}/docs/generate`, {}, 503);
});
