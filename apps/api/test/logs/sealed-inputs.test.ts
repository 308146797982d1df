import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMetering } from '../../src/predict/logging/metering.ts';
import { openInput, sealInput } from '../../src/predict/masking/seal-input.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { callsOf } from '../predict/calls.ts';
import { column, createProfiledApi } from './profiled-api.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const columns = [column('plan', 'category'), column('diary', 'text')];
const secret = 'Zanzibar-4711';

async function apiWith(bodies: readonly string[], { keepsInput = true } = {}) {
  const { user, workspaceId, apiId } = await createProfiledApi(app, { columns });
  const metering = createMetering(app.services);
  const calls = bodies.flatMap((body) =>
    callsOf({ workspaceId, apiId, request: Buffer.from(body), response: '{}', keepsInput }, 1),
  );
  for (const call of calls) metering.record(call);
  await metering.close();
  const get = async (path: string) =>
    (await app.request.get(`/api/v1/apis/${apiId}/logs${path}`).set(user.headers).expect(200)).body;
  const replay = (id: string) =>
    app.request.post(`/api/v1/apis/${apiId}/logs/${id}/replay`).set(user.headers).send({});
  const { rows } = await app.sql.query<Record<string, unknown>>(
    'select * from request_log where api_id = $1',
    [apiId],
  );
  return { apiId, calls, get, replay, rows };
}

test('the database holds no input in plain text, whatever its format', async () => {
  const { rows, calls, get } = await apiWith([
    `{"plan": "basic", "diary": "${secret}"}`,
    `{"inputs": [{"plan": "basic", "diary": "${secret}"}]}`,
    `{"columns": ["plan", "diary"], "data": [["basic", "${secret}"]]}`,
    `plan,diary\nbasic,${secret}\n`,
    `{"plan": "basic", "diary": "${secret}"}\n{"plan": "basic", "diary": "${secret}"}\n`,
    `{"plan": "basic", "diary": "${secret}"`,
    `{"columns": ["plan", "diary"], "data": [["basic", "${secret}"], [`,
    `{'plan': 'basic', 'diary': '${secret}'}`,
    `{"plan": "basic", "diary": "${secret}}`,
    `{"plan": "basic", "unknown": {"deep": ["${secret}"]}}`,
  ]);
  expect(rows).toHaveLength(10);
  for (const { sealed_request: sealed, ...row } of rows) {
    expect(row.request).toBeNull();
    expect(JSON.stringify(row)).not.toContain(secret);
    expect((sealed as Buffer).includes(secret)).toBe(false);
    const input = openInput(sealed as Buffer, app.services.config.ENCRYPTION_KEY);
    expect(input.toString()).toBe(calls.find(({ id }) => id === row.id)?.request?.toString());
  }
  const listed = JSON.stringify(await get(''));
  for (const { id = '' } of calls) {
    const one = await get(`/${id}`);
    expect(one).toMatchObject({ masked: true, replayable: true });
    expect(one.request).toContain('•••');
    expect(JSON.stringify(one) + listed).not.toMatch(/Zanzibar|sealed/i);
  }
  expect((await get(`/${calls[0]?.id}`)).request).toContain('basic');
});

test('two equal inputs are encrypted differently', async () => {
  const { rows } = await apiWith(['{"plan": "basic"}', '{"plan": "basic"}']);
  const [one, other] = rows.map(({ sealed_request: sealed }) => (sealed as Buffer).toString('hex'));
  expect(one).not.toBe(other);
});

test('an API that keeps no inputs shows a masked copy, and the replay names what is missing', async () => {
  const { rows, calls, get, replay } = await apiWith([`{"plan": "basic", "diary": "${secret}"}`], {
    keepsInput: false,
  });
  expect(rows).toMatchObject([{ request: null, sealed_request: null }]);
  const id = calls[0]?.id ?? '';
  expect(await get(`/${id}`)).toMatchObject({ replayable: false, masked: true });
  const { status, body } = await replay(id);
  expect([status, body.error.code]).toEqual([409, 'INPUT_NOT_KEPT']);
});

test('an input of another key, or a damaged one, is refused by name', async () => {
  const { apiId, calls, replay } = await apiWith(['{"plan": "basic"}']);
  const damaged = sealInput('{"plan": "basic"}', app.services.config.ENCRYPTION_KEY);
  damaged.writeUInt8(damaged.readUInt8(damaged.length - 1) ^ 1, damaged.length - 1);
  for (const sealed of [sealInput('{}', 'x'.repeat(64)), damaged, damaged.subarray(0, 9), Buffer.of(1)]) {
    await app.sql.query('update request_log set sealed_request = $2 where api_id = $1', [apiId, sealed]);
    const { status, body } = await replay(calls[0]?.id ?? '');
    expect([status, body.error.code]).toEqual([409, 'INPUT_NOT_READABLE']);
  }
});
