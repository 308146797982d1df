import { createApi } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logRepository } from '../../src/features/logs/repository.ts';
import { uuidv7Hex } from '../../src/platform/ids.ts';
import { recordCalls } from '../../src/predict/logging/call-log.repository.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { callsOf } from '../predict/calls.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('the list reads no texts, which are read where a call is opened', async () => {
  const user = await app.signIn();
  const { workspaceId } = user;
  const { id: apiId } = await createApi(app.sql, { workspaceId });
  const [call] = callsOf({ workspaceId, apiId, request: '{"a":1}', response: '{"b":2}', asked: '{}' }, 1);
  if (!call) throw new Error('no call');
  await recordCalls(app.services.db, [call]);
  const { body } = await app.request.get(`/api/v1/apis/${apiId}/logs`).set(user.headers).expect(200);
  expect(body.data).toHaveLength(1);
  const filter = { limit: 50, status: 'all', source: 'all', label: 'all' } as const;
  const [listed] = await logRepository(app.services.db, workspaceId).list(apiId, filter);
  for (const text of ['request', 'response', 'asked']) expect(listed?.call).not.toHaveProperty(text);
  const opened = await app.request.get(`/api/v1/apis/${apiId}/logs/${call.id}`).set(user.headers).expect(200);
  expect(opened.body).toMatchObject({ request: '{"a":1}', response: '{"b":2}', replayable: true });
});

test('a call is found by the ids of it and of its request, an hour after they were made too', async () => {
  const { workspaceId, headers } = await app.signIn();
  const { id: apiId } = await createApi(app.sql, { workspaceId });
  const madeAgo = (ms: number) => uuidv7Hex(Date.now() - ms);
  const logged = [0, 3_600_000].flatMap((ms) =>
    callsOf({ workspaceId, apiId, id: `prd_${madeAgo(ms)}`, requestId: `req_${madeAgo(ms)}` }, 1),
  );
  const own = ['order-17', 'order_0123456789ab7'].flatMap((requestId) =>
    callsOf({ workspaceId, apiId, id: `prd_with-${requestId}`, requestId }, 1),
  );
  await recordCalls(app.services.db, [...logged, ...own]);
  const get = async (path: string) =>
    (await app.request.get(`/api/v1/apis/${apiId}/logs${path}`).set(headers).expect(200)).body;
  for (const { id, requestId } of [...logged, ...own]) {
    expect(await get(`/${id}`)).toMatchObject({ id, requestId });
    for (const search of [id, id.slice(0, 30), requestId])
      expect((await get(`?search=${search}`)).data).toMatchObject([{ id }]);
  }
});

test('an id that nobody made is of no call, whatever time it says', async () => {
  const { workspaceId, headers } = await app.signIn();
  const { id: apiId } = await createApi(app.sql, { workspaceId });
  for (const time of ['ffffffffffff', '000000000000'])
    await app.request
      .get(`/api/v1/apis/${apiId}/logs/prd_${time}7${'0'.repeat(19)}`)
      .set(headers)
      .expect(404);
  const found = app.request.get(`/api/v1/apis/${apiId}/logs?search=prd_ffffffffffff7`).set(headers);
  expect((await found.expect(200)).body.data).toEqual([]);
});

test('few among very many calls are looked for a span at a time, each going on where the last ended', async () => {
  const { workspaceId, headers } = await app.signIn();
  const { id: apiId } = await createApi(app.sql, { workspaceId });
  await app.sql.query(
    `insert into request_log (id, workspace_id, api_id, status, code, rows, at)
     select 'prd_' || lpad(n::text, 6, '0'), $1, $2, case when n in (3, 200003) then 500 else 200 end,
       case when n = 200003 then 'MODEL_SERVER_FAILED' end, 1,
       date_trunc('second', now()) - n / 10 * interval '1 ms' from generate_series(1, 200010) n`,
    [workspaceId, apiId],
  );
  const get = async (query: Record<string, string>) => {
    const asked = app.request.get(`/api/v1/apis/${apiId}/logs`).query(query).set(headers);
    const { data, nextCursor } = (await asked.expect(200)).body;
    return { ids: data.map(({ id }: { id: string }) => id), cursor: nextCursor };
  };
  for (const [filter, ...spans] of [
    [{ status: 'failed' }, ['prd_000003'], ['prd_200003']],
    [{ search: 'model_server' }, [], ['prd_200003']],
  ] as const) {
    const first = await get(filter);
    expect(first).toEqual({ ids: spans[0], cursor: expect.any(String) });
    expect(await get({ ...filter, cursor: first.cursor })).toEqual({ ids: spans[1], cursor: null });
  }
  const full = await get({ status: 'failed', limit: '1' });
  expect(full).toMatchObject({ ids: ['prd_000003'], cursor: expect.stringMatching(/~prd_000003$/) });
  expect((await get({ status: 'ok' })).ids).toHaveLength(50);
});
