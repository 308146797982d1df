import { createApi, createModel } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { monthlyCallsSoFar } from '../../src/predict/admission/repository.ts';
import { recordCalls } from '../../src/predict/logging/call-log.repository.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { callsOf } from '../predict/calls.ts';

let app: TestApp;
let user: SignedIn;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  user = await app.signIn();
});

const create = async (name: string): Promise<string> =>
  (await createApi(app.sql, { workspaceId: user.workspaceId, name })).id;
const list = async (query: Record<string, string | number> = {}) =>
  (await app.request.get('/api/v1/apis').query(query).set(user.headers).expect(200)).body;
const names = async (query: Record<string, string | number>) =>
  (await list(query)).data.map(({ name }: { name: string }) => name);

describe('the list of APIs', () => {
  test('is that of the workspace, in pages', async () => {
    for (let each = 1; each <= 12; each++) await create(`API ${each}`);
    const owner = user;
    user = await app.signIn();
    await create('Theirs');
    expect(await names({})).toEqual(['Theirs']);
    user = owner;
    const second = await list({ page: 2 });
    expect(second.data).toHaveLength(2);
    expect(second.pagination).toEqual({ page: 2, limit: 10, total: 12, totalPages: 2 });
  });

  test('is searched by name and description, wildcards meaning themselves', async () => {
    await create('Churn 100%');
    const id = await create('Income');
    await app.sql.query(`update apis set description = 'who will churn_next' where id = $1`, [id]);
    expect((await names({ search: 'CHURN' })).sort()).toEqual(['Churn 100%', 'Income']);
    expect(await names({ search: '0%' })).toEqual(['Churn 100%']);
    expect(await names({ search: 'n_n' })).toEqual(['Income']);
    expect(await names({ search: '%' })).toEqual(['Churn 100%']);
  });

  test('is filtered by what each API is up to', async () => {
    await create('Empty');
    const busy = await create('Busy');
    await createModel(app.sql, { workspaceId: user.workspaceId, apiId: busy });
    expect(await names({ status: 'draft' })).toEqual(['Empty']);
    expect(await names({ status: 'training' })).toEqual(['Busy']);
    expect(await names({ type: 'regression' })).toEqual([]);
  });

  test('and the dashboard show the same API status', async () => {
    const id = await create('Income');
    await app.request.put(`/api/v1/apis/${id}`).set(user.headers).send({ enabled: false }).expect(200);
    const expected = [{ id, status: 'draft', enabled: false }];
    expect((await list()).data).toMatchObject(expected);
    const { body } = await app.request.get('/api/v1/analytics/overview').set(user.headers).expect(200);
    expect(body.topApis).toMatchObject(expected);
  });

  test('is sorted by name, calls and accuracy, R² standing beside it and neither counting as none', async () => {
    const [beta, alpha, gamma] = [await create('beta'), await create('Alpha'), await create('Gamma')];
    await recordCalls(app.services.db, [
      ...callsOf({ workspaceId: user.workspaceId, apiId: gamma }, 3),
      ...callsOf({ workspaceId: user.workspaceId, apiId: beta }, 1),
    ]);
    const model = await createModel(app.sql, { workspaceId: user.workspaceId, apiId: alpha });
    await app.sql.query(`update models set status = 'ready', accuracy = 0.9 where id = $1`, [model.id]);
    expect(await names({ sort: 'name' })).toEqual(['Alpha', 'beta', 'Gamma']);
    expect(await names({ sort: 'usage' })).toEqual(['Gamma', 'beta', 'Alpha']);
    const prices = await createModel(app.sql, { workspaceId: user.workspaceId, apiId: gamma });
    const report = { score: { metric: 'rmse', value: 12 }, otherScores: [{ metric: 'r2', value: 0.95 }] };
    await app.sql.query(`update models set status = 'ready', report = $2 where id = $1`, [prices.id, report]);
    expect(await names({ sort: 'accuracy' })).toEqual(['Gamma', 'Alpha', 'beta']);
    expect(await names({ sort: 'recent' })).toEqual(['Gamma', 'Alpha', 'beta']);
  });
});

describe('the edit screen', () => {
  const form = (path: string) => app.request.get(`/api${path}`).set(user.headers);
  const save = (username: string, model: string, body: object) =>
    app.request
      .put(`/api/${username}/models/${encodeURIComponent(model)}/update`)
      .set(user.headers)
      .send(body);

  test('is prefilled and saved by user and model name', async () => {
    const id = await create('Income');
    const before = await form(`/apis/${id}`).expect(200);
    const expected = { name: 'Income', status: 'active', username: user.workspaceSlug, model_name: 'Income' };
    expect(before.body).toEqual(expected);
    await save(user.workspaceSlug, 'Income', { name: 'Earnings', status: 'inactive' }).expect(200);
    const { body } = await app.request.get(`/api/v1/apis/${id}`).set(user.headers).expect(200);
    expect(body).toMatchObject({ name: 'Earnings', enabled: false });
  });

  test('finds the API by its model, which keeps its name', async () => {
    const id = await create('Income');
    await createModel(app.sql, { workspaceId: user.workspaceId, apiId: id });
    await app.sql.query(`update models set name = 'Forest / v2' where api_id = $1`, [id]);
    expect((await form(`/apis/${id}`).expect(200)).body.model_name).toBe('Forest / v2');
    await save(user.workspaceSlug, 'Forest / v2', { name: 'Renamed', status: 'active' }).expect(200);
    expect(await names({})).toEqual(['Renamed']);
  });

  test('is refused where the name is ambiguous, unknown, foreign or too short', async () => {
    await create('Twin');
    await create('Twin');
    const change = { name: 'Changed', status: 'active' };
    expect((await save(user.workspaceSlug, 'Twin', change).expect(409)).body.error.code).toBe('CONFLICT');
    const own = await create('Former');
    await createModel(app.sql, { workspaceId: user.workspaceId, apiId: own });
    await app.sql.query(`update models set name = 'Taken' where api_id = $1`, [own]);
    await create('Taken');
    expect((await save(user.workspaceSlug, 'Taken', change).expect(409)).body.error.code).toBe('CONFLICT');
    await save(user.workspaceSlug, 'Nobody', change).expect(404);
    const short = await save(user.workspaceSlug, 'Twin', { name: 'ab', status: 'active' }).expect(400);
    expect(short.body.fields).toEqual([{ field: 'name', message: 'API name is required' }]);
    const slug = user.workspaceSlug;
    user = await app.signIn();
    await save(slug, 'Twin', change).expect(404);
    await app.request.put(`/api/${slug}/models/Twin/update`).send(change).expect(401);
  });
});

test('is asked for by when the APIs were last changed', async () => {
  const day = 86_400_000;
  for (const [name, ago] of [
    ['Old', 40],
    ['Late', 3],
    ['New', 0],
  ] as const) {
    const id = await create(name);
    await app.sql.query('update apis set updated_at = $2 where id = $1', [
      id,
      new Date(Date.now() - ago * day),
    ]);
  }
  const dayOf = (ago: number) => new Date(Date.now() - ago * day).toISOString().slice(0, 10);
  expect(await names({ 'dateRange[start]': dayOf(3) })).toEqual(['New', 'Late']);
  expect(await names({ 'dateRange[end]': dayOf(3) })).toEqual(['Late', 'Old']);
  expect(await names({ 'dateRange[start]': dayOf(10), 'dateRange[end]': dayOf(3), search: 'l' })).toEqual([
    'Late',
  ]);
  await app.request.get('/api/v1/apis?dateRange[start]=soon').set(user.headers).expect(400);
});

test('three thousand million calls are counted wherever calls are', async () => {
  const calls = 3_000_000_000;
  const id = await create('Busy');
  await app.sql.query(
    `insert into api_usage (api_id, hour, workspace_id, calls, errors, rows, latency_sum_ms, timed)
     values ($1, date_trunc('hour', now(), 'UTC'), $2, $3, 0, $3, 0, $3)`,
    [id, user.workspaceId, calls],
  );
  const get = async (path: string) =>
    (await app.request.get(`/api/v1${path}`).set(user.headers).expect(200)).body;
  expect((await list()).data[0].usage.calls).toBe(calls);
  const overview = await get('/analytics/overview');
  expect(overview.topApis[0].requests).toBe(calls);
  // Though the log has forgotten them.
  expect(overview.checklist.calledEndpoint).toBe(true);
  expect((await get(`/analytics/apis/${id}`)).days.at(-1).calls).toBe(calls);
  expect(JSON.stringify(await get('/users/me/contents'))).toContain(String(calls));
  expect(await monthlyCallsSoFar(app.services.db, user.workspaceId, new Date())).toBe(calls);
});
