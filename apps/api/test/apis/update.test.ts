import { createApi, createDeployment, createModel } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let user: SignedIn;
beforeAll(async () => {
  app = await startApp();
  user = await app.signIn();
});
afterAll(() => app.close());

test('settings that are changed at the same time are all kept', async () => {
  const { id } = await createApi(app.sql, { workspaceId: user.workspaceId });
  for (const value of [11, 12, 13, 14, 15]) {
    const changes = [{ rateLimitRequests: value }, { rateLimitWindow: value }, { requestTimeout: value }];
    await Promise.all(
      changes.map((settings) =>
        app.request.put(`/api/v1/apis/${id}`).set(user.headers).send({ settings }).expect(200),
      ),
    );
    const { body } = await app.request.get(`/api/v1/apis/${id}`).set(user.headers).expect(200);
    expect(body.settings).toMatchObject(Object.assign({}, ...changes));
  }
});

const costs = { no: { yes: 1 }, yes: { no: 5 } };
const regression = { task: 'regression', labels: [] };
const binary = { task: 'binary', labels: ['no', 'yes'] };

test.each([
  ['costs', regression, { costs }, 'this model predicts a number, not a class.'],
  ['threshold', regression, { threshold: 0.3 }, 'this model predicts a number, not a class.'],
  ['costs', binary, { costs: { maybe: { yes: 1 } } }, 'this model has no class "maybe".'],
  ['threshold', { task: 'multiclass', labels: ['a', 'b', 'c'] }, { threshold: 0.3 }, 'this model has 3.'],
])('%s that the deployed %j can not decide by are refused', async (name, report, settings, why) => {
  const id = await apiWith(report);
  const { body } = await put(id, { ...settings, requestTimeout: 9 }).expect(400);
  expect(body.fields).toEqual([{ field: `settings.${name}`, message: body.message }]);
  expect(body.message).toContain(`${why} Deploy a matching model first, or omit this setting.`);
  const kept = await app.request.get(`/api/v1/apis/${id}`).set(user.headers).expect(200);
  expect(kept.body.settings).toMatchObject({ requestTimeout: 30 });
});

test('costs and thresholds that fit, that were kept before, or that are taken away are taken', async () => {
  const fitting = await apiWith(binary);
  await put(fitting, { costs, threshold: 0.3 }).expect(200);
  const { id } = await createApi(app.sql, { workspaceId: user.workspaceId });
  await put(id, { costs, threshold: 0.3 }).expect(200);
  await deploy(id, regression);
  await put(id, { costs, threshold: 0.3, requestTimeout: 9 }).expect(200);
  await put(id, { costs: null, threshold: null }).expect(200);
});

test('costs that are too many to go with each call are refused, with what to leave out', async () => {
  const labels = Array.from({ length: 100 }, (_, at) => `class_${at}`);
  const costsOf = (named: number) =>
    Object.fromEntries(
      labels.map((actual) => [actual, Object.fromEntries(labels.slice(0, named).map((each) => [each, 2.5]))]),
    );
  const { id } = await createApi(app.sql, { workspaceId: user.workspaceId });
  const { body } = await put(id, { costs: costsOf(100) }).expect(400);
  expect(body.fields).toEqual([{ field: 'settings.costs', message: body.message }]);
  expect(body.message).toMatch(/^These costs take \d+ characters .* Omit pairs with the default cost: 0 /);
  await put(id, { costs: costsOf(10) }).expect(200);
});

const put = (id: string, settings: object) =>
  app.request.put(`/api/v1/apis/${id}`).set(user.headers).send({ settings });

async function deploy(apiId: string, report: object) {
  const { id: modelId } = await createModel(app.sql, { workspaceId: user.workspaceId, apiId });
  await app.sql.query('update models set report = $2 where id = $1', [modelId, JSON.stringify(report)]);
  await createDeployment(app.sql, { workspaceId: user.workspaceId, apiId, modelId });
}

async function apiWith(report: object): Promise<string> {
  const { id } = await createApi(app.sql, { workspaceId: user.workspaceId });
  await deploy(id, report);
  return id;
}

test('a deprecated API answers still and says so, until when as well, and no longer once that is taken back', async () => {
  const { id } = await createApi(app.sql, { workspaceId: user.workspaceId });
  const put = (body: object) => app.request.put(`/api/v1/apis/${id}`).set(user.headers).send(body);
  const { body: key } = await app.request
    .post(`/api/v1/apis/${id}/keys`)
    .set(user.headers)
    .send({ name: 'A key' })
    .expect(201);
  const reported = async () => {
    const answer = await app.request
      .post(`/api/v1/predict/${id}`)
      .set('authorization', `Bearer ${key.key}`)
      .send({ age: 44 });
    // The key was accepted: what is missing is a model.
    expect(answer.body.error.code).toBe('API_NOT_DEPLOYED');
    return { deprecation: answer.headers.deprecation, sunset: answer.headers.sunset };
  };
  const none = { deprecation: undefined, sunset: undefined };
  expect(await reported()).toEqual(none);
  const early = await put({ sunset: '2099-01-31' }).expect(400);
  expect(early.body.fields).toMatchObject([{ field: 'sunset' }]);
  const { body } = await put({ status: 'deprecated', sunset: '2099-01-31' }).expect(200);
  expect(body).toMatchObject({ status: 'deprecated', enabled: true, sunset: '2099-01-31' });
  const sunset = 'Sat, 31 Jan 2099 00:00:00 GMT';
  await expect.poll(reported).toEqual({ deprecation: expect.stringMatching(/^@\d{10}$/), sunset });
  const { deprecation } = await reported();
  await app.sql.query(`update apis set sunset_at = '2020-01-31T00:00:00Z' where id = $1`, [id]);
  const over = await put({ sunset: '2020-02-01' }).expect(400);
  expect(over.body.fields).toEqual([
    { field: 'sunset', message: 'Choose today or a later date (UTC), or leave it empty.' },
  ]);
  // Sent again with a change of something else.
  await put({ sunset: '2020-01-31', description: 'Old' }).expect(200);
  const today = new Date().toISOString().slice(0, 10);
  expect((await put({ sunset: today }).expect(200)).body.sunset >= today).toBe(true);
  await put({ status: 'deprecated', sunset: null }).expect(200);
  await expect.poll(reported).toEqual({ deprecation, sunset: undefined });
  await put({ deprecated: false }).expect(200);
  await expect.poll(reported).toEqual(none);
  expect(await put({ deprecated: true }).expect(200)).toMatchObject({ body: { sunset: null } });
});

test('switched off and deprecated are each taken back by themselves', async () => {
  const { id } = await createApi(app.sql, { workspaceId: user.workspaceId });
  await deploy(id, binary);
  const put = (body: object) => app.request.put(`/api/v1/apis/${id}`).set(user.headers).send(body);
  const state = async (body: object) => {
    const { enabled, status, sunset } = (await put(body).expect(200)).body;
    return { enabled, status, sunset };
  };
  const sunset = '2027-01-31';
  const both = { enabled: false, status: 'deprecated', sunset };
  expect(await state({ enabled: false, deprecated: true, sunset })).toEqual(both);
  expect(await state({ status: 'active' })).toEqual({ ...both, enabled: true });
  expect(await state({ status: 'inactive' })).toEqual(both);
  expect(await state({ enabled: true })).toEqual({ ...both, enabled: true });
  expect(await state({ status: 'inactive', deprecated: false })).toEqual({
    enabled: false,
    status: 'active',
    sunset: null,
  });
  expect(await state({ status: 'deprecated' })).toEqual({ ...both, sunset: null });

  // The edit form, which knows the switch alone.
  const [{ slug }] = (await app.sql.query('select slug from workspaces where id = $1', [user.workspaceId]))
    .rows;
  const { body: form } = await app.request.get(`/api/apis/${id}`).set(user.headers).expect(200);
  await app.request
    .put(`/api/${slug}/models/${encodeURIComponent(form.model_name)}/update`)
    .set(user.headers)
    .send({ name: `API ${id}`, status: 'active' })
    .expect(200);
  expect(await state({})).toEqual({ enabled: true, status: 'deprecated', sunset: null });

  for (const opposite of [
    { status: 'active', enabled: false },
    { status: 'inactive', enabled: true },
    { status: 'deprecated', deprecated: false },
  ]) {
    const { body } = await put(opposite).expect(400);
    expect(body.fields).toMatchObject([{ field: 'status' }]);
  }
  expect(await state({ status: 'active', enabled: true })).toMatchObject({ enabled: true });
});

test('an update without changes records and invalidates nothing', async () => {
  const { id } = await createApi(app.sql, { workspaceId: user.workspaceId });
  const change = (body: object) => app.request.put(`/api/v1/apis/${id}`).set(user.headers).send(body);
  const found = async () => {
    const { rows } = await app.sql.query(
      `select (select updated_at from apis where id = $1), (select count(*)::int from route_changes) as reported,
         (select count(*)::int from audit_log where target_id = $1) as recorded`,
      [id],
    );
    return rows[0];
  };
  const given = { name: 'Weather', status: 'deprecated', settings: { requestTimeout: 9, costs } };
  await change(given).expect(200);
  const once = await found();
  expect(once.recorded).toBe(1);
  const reordered = { yes: costs.yes, no: costs.no };
  for (const same of [{}, given, { enabled: true, sunset: null }, { settings: { costs: reordered } }])
    expect((await change(same).expect(200)).body.name).toBe('Weather');
  expect(await found()).toEqual(once);
  await change({ name: 'Climate' }).expect(200);
  expect((await found()).recorded).toBe(2);
});
