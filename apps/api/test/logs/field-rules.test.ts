import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordCalls } from '../../src/predict/logging/call-log.repository.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { callsOf } from '../predict/calls.ts';
import { column, createProfiledApi } from './profiled-api.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const finding = (code: string, name: string) => ({
  ...{ code, column: name, severity: 'warning', message: '', rows: [], lines: [] },
});
const table = {
  columns: [
    column('age', 'integer', 70, [18, 20, 30, 40, 50, 60, 90]),
    column('plan', 'category', 4),
    column('active', 'boolean', 2),
    column('income', 'number', 950, [100.5, 200, 300, 400, 500, 600, 700.5]),
    column('who', 'text', 990),
    column('hired', 'datetime', 800),
    column('nickname', 'category', 900),
    column('member_no', 'integer', 1000, [10_001, 10_050, 10_250, 10_500, 10_750, 10_950, 11_000]),
    column('contact', 'category', 3),
    column('dob', 'integer', 60, [1930, 1940, 1950, 1960, 1970, 1980, 2000]),
  ],
  findings: [finding('PERSONAL_DATA', 'contact')],
};

async function apiWith(settings: object = {}) {
  const { user, workspaceId, apiId } = await createProfiledApi(app, table);
  await app.request.put(`/api/v1/apis/${apiId}`).set(user.headers).send({ settings }).expect(200);
  return {
    async fields() {
      const found = app.request.get(`/api/v1/apis/${apiId}/log-fields`).set(user.headers);
      return (await found.expect(200)).body.data as { name: string; visibility: string }[];
    },
    async logged(request: string, response = '{}') {
      const [call] = callsOf({ workspaceId, apiId, request, response }, 1);
      if (!call) throw new Error('no call');
      await recordCalls(app.services.db, [call]);
      const { body } = await app.request
        .get(`/api/v1/apis/${apiId}/logs/${call.id}`)
        .set(user.headers)
        .expect(200);
      return body as { request: string; response: string; masked: boolean };
    },
  };
}

const shown = { age: 44, plan: 'basic', active: true, income: 120.5 };
const secret = {
  ...{ who: 'Asha Rao', hired: '2020-01-02', nickname: 'Bee', member_no: 10_777, contact: 'x', dob: 1990 },
  ...{ name: 'Asha', street: '1 Rao Road', tax_id: 12_345, customer: 'C-1', extra: 7 },
};
const hidden = Object.fromEntries(Object.keys(secret).map((name) => [name, '•••']));

test('only fields that the table knows to be harmless are shown', async () => {
  const api = await apiWith();
  const { request, masked } = await api.logged(JSON.stringify({ ...shown, ...secret }));
  expect(JSON.parse(request)).toEqual({ ...shown, ...hidden });
  expect(masked).toBe(true);
});

test('in every form of a request', async () => {
  const api = await apiWith();
  const rows = [{ ...shown, ...secret }];
  for (const list of ['instances', 'inputs', 'rows']) {
    const { request } = await api.logged(JSON.stringify({ [list]: rows, topK: 3, explain: true }));
    expect(JSON.parse(request)).toEqual({ [list]: [{ ...shown, ...hidden }], topK: 3, explain: true });
  }
  const tensor = (name: string, data: unknown[]) => ({ name, shape: [1], datatype: 'BYTES', data });
  const { request: tensors } = await api.logged(
    JSON.stringify({ inputs: [tensor('age', [44]), tensor('who', ['Asha']), tensor('other', ['Rao'])] }),
  );
  expect(JSON.parse(tensors).inputs).toEqual([
    tensor('age', [44]),
    { ...tensor('who', []), data: '•••' },
    tensor('other', ['•••']),
  ]);
  expect((await api.logged('age,who,other\n44,Asha,Rao\n')).request).toBe('age,who,other\n44,•••,•••\n');
  expect((await api.logged('{"age":44,"who":"Asha"}\n{"age":45,"other":"Rao"}\n')).request).toBe(
    '{"age":44,"who":"•••"}\n{"age":45,"other":"•••"}\n',
  );
  expect((await api.logged('{"age": 44, "who": "Asha", "other": "Rao')).request).not.toMatch(/Asha|Rao/);
  expect((await api.logged('[["Asha", 44]]')).request).not.toContain('Asha');
});

test('what a response repeats of such a field is masked, and the prediction is not', async () => {
  const api = await apiWith();
  const response = {
    prediction: 'yes',
    probabilities: { yes: 0.9, no: 0.1 },
    warnings: [
      { row: 0, field: 'who', code: 'UNSEEN_CATEGORY', message: "who: 'Asha'", parts: { given: 'Asha' } },
      { row: 0, field: 'plan', code: 'UNSEEN_CATEGORY', message: "plan: 'gold'", parts: { given: 'gold' } },
    ],
    contributions: [
      { field: 'hired', value: '2020-01-02', contribution: 0.2 },
      { field: 'age', value: 44, contribution: 0.1 },
    ],
  };
  const body = JSON.parse((await api.logged('{}', JSON.stringify(response))).response);
  expect(JSON.stringify(body)).not.toMatch(/Asha|2020-01-02/);
  expect(body).toMatchObject({ prediction: 'yes', probabilities: response.probabilities });
  expect(body.warnings[1]).toEqual(response.warnings[1]);
  expect(body.contributions[1]).toEqual(response.contributions[1]);
});

test('the settings of an API show and hide single fields', async () => {
  const api = await apiWith({ logFields: { who: 'show', extra: 'show', age: 'hide', active: 'hide' } });
  const { request } = await api.logged(JSON.stringify({ ...shown, ...secret }));
  expect(JSON.parse(request)).toEqual({
    ...{ ...shown, ...hidden },
    ...{ who: 'Asha Rao', extra: 7, age: '•••', active: '•••' },
  });
});

test('the defaults of all fields are listed, whatever the settings say', async () => {
  const { fields } = await apiWith({ logFields: { who: 'show' } });
  const listed = await fields();
  expect(listed).toHaveLength(10);
  expect(listed).toContainEqual({ name: 'plan', visibility: 'show' });
  expect(listed).toContainEqual({ name: 'who', visibility: 'hide' });
});
