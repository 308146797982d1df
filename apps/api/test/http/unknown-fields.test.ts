import { createApi } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let ann: SignedIn;
let apiId: string;
beforeAll(async () => {
  app = await startApp();
  ann = await app.signIn();
  apiId = (await createApi(app.sql, { workspaceId: ann.workspaceId })).id;
});
afterAll(() => app.close());

const id = (kind: string) => `${kind}_${'0'.repeat(32)}`;
const send = (method: 'post' | 'put' | 'patch', path: string, body: object) =>
  app.request[method](`/api/v1${path}`).set(ann.headers).send(body);
const training = { apiId: id('api'), datasetId: id('ds'), targetColumn: 'bought' };

test.each([
  ['post', '/models', { ...training, timeBudgetS: 60 }, 'timeBudgetS', 'timeBudget'],
  ['post', '/models/estimate', { ...training, test_size: 0.3 }, 'test_size', 'testSize'],
  [
    'put',
    '/apis/:api',
    { settings: { ratelimitRequests: 5 } },
    'settings.ratelimitRequests',
    'rateLimitRequests',
  ],
  [
    'put',
    '/apis/:api',
    { settings: { releaseChecks: [{ kind: 'rising', field: 'age', most: 0, lable: 'yes' }] } },
    'settings.releaseChecks.0.lable',
    'label',
  ],
  ['put', '/settings', { api: { logRetention: 5 } }, 'api.logRetention', 'logRetentionDays'],
  ['patch', '/apis/:api/rollout', { gates: { maxp95ms: 5 } }, 'gates.maxp95ms', 'maxP95Ms'],
] as const)(
  '%s %s with %j is refused with the name that was meant',
  async (method, path, sent, field, meant) => {
    const { body } = await send(method, path.replace(':api', apiId), sent).expect(400);
    const message = `Unknown field "${field}". Did you mean "${meant}"?`;
    expect(body).toMatchObject({
      error: { code: 'VALIDATION_FAILED' },
      message,
      fields: [{ field, message }],
    });
  },
);

test('where no name is near, those that there are are named', async () => {
  const { body } = await send('post', `/apis/${apiId}/rollback`, { colour: 'red' }).expect(400);
  expect(body.message).toBe('Unknown field "colour". Remove it, or use one of: deploymentId.');
});

test('a call that takes nothing says so, and takes an empty object', async () => {
  const { body } = await send('post', `/apis/${apiId}/duplicate`, { name: 'Copy' }).expect(400);
  expect(body.message).toBe('Unknown field "name". Remove it: no fields are accepted here.');
  await send('post', `/apis/${apiId}/duplicate`, {}).expect(201);
});

test('each unknown field is named beside what else is wrong', async () => {
  const { body } = await send('post', '/apis', { name: 'x', types: 'prediction', colour: 1 }).expect(400);
  expect(body.message).toMatch(/^Some fields are not valid/);
  expect(body.fields.map(({ field }: { field: string }) => field)).toEqual(['name', 'types', 'colour']);
});

test('fields beside a file are known ones too', async () => {
  const upload = (fields: Record<string, string>) => {
    const sent = app.request.post('/api/v1/datasets/upload').set(ann.headers).field(fields);
    return sent.attach('file', Buffer.from('a,b\n1,2\n3,4\n'), 'table.csv');
  };
  const { body } = await upload({ api: apiId }).expect(400);
  expect(body.message).toBe('Unknown field "api". Did you mean "apiId"?');
});

test('an unknown parameter of a list is refused', async () => {
  for (const [path, meant] of [
    ['/apis?pageSize=5&Limit=5', 'limit'],
    ['/datasets?apiID=1', 'apiId'],
    [`/apis/${apiId}/logs?keyid=1`, 'keyId'],
  ] as const) {
    const { body } = await app.request.get(`/api/v1${path}`).set(ann.headers).expect(400);
    expect(body.fields.at(-1).message).toContain(`Did you mean "${meant}"?`);
  }
});

test('what the forms and filters of a console hold is taken, also where it changes nothing', async () => {
  const person = { firstName: 'Ann', lastName: 'Ray', email: ann.email, company: '', position: '' };
  const profile = await send('put', '/auth/profile', { ...person, phone: '+91 98765 43210' }).expect(200);
  expect(profile.body).toMatchObject({ email: ann.email, phoneNumber: '+91 98765 43210' });
  const dates = 'dateRange[start]=2026-01-01&dateRange[end]=2026-02-01';
  await app.request.get(`/api/v1/apis?page=1&limit=10&${dates}`).set(ann.headers).expect(200);
  const passwords = { currentPassword: 'four grey herons', newPassword: 'five blue herons' };
  const differing = await send('post', '/auth/change-password', {
    ...passwords,
    confirmPassword: 'x',
  }).expect(400);
  expect(differing.body.fields).toEqual([{ field: 'confirmPassword', message: "Passwords don't match" }]);
  const same = { ...passwords, confirmPassword: passwords.newPassword };
  expect((await send('post', '/auth/change-password', same).expect(409)).body.error.code).toBe(
    'PASSWORD_NOT_SET',
  );
});

test('the whole form of the security screen is taken by both of its calls, and no password kept by that of settings', async () => {
  const form = {
    currentPassword: 'four grey herons',
    newPassword: 'five blue herons',
    confirmPassword: 'five blue herons',
    twoFactorEnabled: true,
    sessionTimeout: 8,
  };
  expect((await send('post', '/auth/change-password', form).expect(409)).body.error.code).toBe(
    'PASSWORD_NOT_SET',
  );
  const { body } = await send('put', '/settings/security', form).expect(200);
  expect(body).toEqual({ twoFactorEnabled: true, sessionTimeout: 8 });
  const { rows } = await app.sql.query('select security from user_settings where user_id = $1', [ann.userId]);
  expect(rows).toEqual([{ security: body }]);
});

const numbered = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word}${at}`);
const objectOf = (names: string[], value: unknown) => Object.fromEntries(names.map((name) => [name, value]));
const longName = 'rateLimitWindows'.repeat(4);

test.each([
  ['of one object', objectOf(numbered(100_000, longName), 1)],
  ['of many objects', { oddValues: { fields: objectOf(numbered(50_000, 'field'), { [longName]: 1 }) } }],
])(
  'as many unknown keys %s as a body can hold are refused soon, the first hundred by name',
  async (_, settings) => {
    const { body } = await send('put', `/apis/${apiId}`, { settings }).expect(400);
    expect(body.error.code).toBe('VALIDATION_FAILED');
    expect(body.fields).toHaveLength(100);
  },
);
