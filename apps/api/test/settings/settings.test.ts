import { defaultSettings } from '@rowcast/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

let app: TestApp;
let owner: SignedIn;
beforeAll(async () => {
  app = await startApp();
  owner = await app.signIn();
});
afterAll(() => app.close());

const get = (path: string, { headers }: SignedIn = owner) => app.request.get(`/api/v1${path}`).set(headers);
const put = (path: string, body: object, { headers }: SignedIn = owner) =>
  app.request.put(`/api/v1${path}`).set(headers).send(body);

test('nobody has chosen anything: the defaults of the specification', async () => {
  const { body } = await get('/settings').expect(200);
  expect(body).toEqual(defaultSettings);
  expect(body).toMatchObject({
    notifications: { marketingEmails: false, emailNotifications: true, digestFrequency: 'daily' },
    security: { twoFactorEnabled: true, sessionTimeout: 24 },
    api: {
      defaultEnvironment: 'production',
      requestTimeout: 30,
      rateLimitEnabled: true,
      rateLimitRequests: 1000,
      rateLimitWindow: 3600,
      loggingEnabled: true,
      logRetentionDays: 30,
      corsEnabled: true,
      corsOrigins: '*',
    },
    integrations: { environment: 'production', retryAttempts: 3 },
  });
});

describe.each([
  ['/settings/preferences', 'preferences', { theme: 'dark', timezone: 'Asia/Kolkata' }],
  ['/settings/notifications', 'notifications', { teamUpdates: false, digestFrequency: 'weekly' }],
  ['/settings/security', 'security', { sessionTimeout: 8 }],
  ['/settings/integrations', 'integrations', { retryAttempts: 0 }],
] as const)('%s', (path, section, change) => {
  test('is changed in part, and shown as a whole here and under /settings', async () => {
    const before = (await get(path).expect(200)).body;
    const { body } = await put(path, change).expect(200);
    expect(body).toEqual({ ...before, ...change });
    expect((await get(path).expect(200)).body).toEqual(body);
    expect((await get('/settings').expect(200)).body[section]).toEqual(body);
  });
});

test.each([
  ['/settings/preferences', { theme: 'pink' }, 'theme'],
  ['/settings/preferences', { timezone: 'Mars/Olympus' }, 'timezone'],
  ['/settings/preferences', { language: 'xx' }, 'language'],
  ['/settings/preferences', { debugMode: 'yes' }, 'debugMode'],
  ['/settings/notifications', { digestFrequency: 'yearly' }, 'digestFrequency'],
  ['/settings/security', { sessionTimeout: 2 }, 'sessionTimeout'],
  ['/settings/security', { sessionTimeout: '24' }, 'sessionTimeout'],
  ['/settings/integrations', { retryAttempts: -1 }, 'retryAttempts'],
  ['/settings', { api: { requestTimeout: 0 } }, 'api.requestTimeout'],
  ['/settings', { api: { rateLimitRequests: 1.5 } }, 'api.rateLimitRequests'],
  ['/settings', { api: { logRetentionDays: 366 } }, 'api.logRetentionDays'],
  ['/settings', { api: { corsOrigins: 'javascript:alert(1)' } }, 'api.corsOrigins'],
  ['/settings', { api: { defaultEnvironment: 'moon' } }, 'api.defaultEnvironment'],
])('PUT %s refuses %j and names the field', async (path, body, field) => {
  const before = (await get('/settings')).body;
  const answer = await put(path, body).expect(400);
  expect(answer.body.error.code).toBe('VALIDATION_FAILED');
  expect(answer.body.fields.map((each: { field: string }) => each.field)).toEqual([field]);
  expect((await get('/settings')).body).toEqual(before);
});

test.each([
  { role: 'admin' },
  { userId: 'usr_1' },
  { workspaceId: 'ws_1' },
  { planId: 'pro' },
  { amount: 1 },
])('what is no setting is refused: %j', async (extra) => {
  const { body } = await put('/settings/preferences', { theme: 'light', ...extra }).expect(400);
  expect(body.error.code).toBe('VALIDATION_FAILED');
  await put('/settings', extra).expect(400);
});

test('mails that tell of a thief are switched off by who has just proved who they are', async () => {
  const one = await app.signIn();
  await app.sql.query(`update sessions set proved_at = now() - interval '1 hour' where id = $1`, [
    one.sessionId,
  ]);
  await put('/settings/notifications', { securityAlerts: false }, one).expect(403, /PROOF_REQUIRED/);
  await put('/settings', { notifications: { emailNotifications: false } }, one).expect(403);
  await put('/settings/notifications', { digestFrequency: 'weekly', securityAlerts: true }, one).expect(200);
  await app.sql.query('update sessions set proved_at = now() where id = $1', [one.sessionId]);
  await put('/settings/notifications', { securityAlerts: false }, one).expect(200);
  expect((await get('/settings', one)).body.notifications).toMatchObject({
    ...{ securityAlerts: false, emailNotifications: true, digestFrequency: 'weekly' },
  });
});

test('two changes at once both stay', async () => {
  const one = await app.signIn();
  await Promise.all([
    put('/settings/notifications', { apiAlerts: false }, one).expect(200),
    put('/settings/notifications', { billingAlerts: false }, one).expect(200),
    put('/settings/preferences', { theme: 'light' }, one).expect(200),
  ]);
  const { body } = await get('/settings', one);
  expect(body).toMatchObject({
    notifications: { apiAlerts: false, billingAlerts: false },
    preferences: { theme: 'light' },
  });
});

test('a viewer has settings of their own but changes none of the workspace', async () => {
  const workspace = { id: owner.workspaceId, slug: owner.workspaceSlug };
  const viewer = await app.signIn({ workspace, role: 'viewer' });
  const developer = await app.signIn({ workspace, role: 'developer' });
  const shared = { 'X-Rowcast-Workspace': owner.workspaceSlug };
  const change = (person: SignedIn, body: object) => put('/settings', body, person).set(shared);
  await change(viewer, { preferences: { theme: 'dark' } }).expect(200);
  const { body } = await change(viewer, {
    preferences: { theme: 'light' },
    api: { requestTimeout: 5 },
  }).expect(403);
  expect(body.error.code).toBe('FORBIDDEN');
  const seen = (await get('/settings', viewer).set(shared)).body;
  expect(seen).toMatchObject({ preferences: { theme: 'dark' }, api: { requestTimeout: 30 } });
  await change(developer, { api: { requestTimeout: 5 } }).expect(200);
  expect((await get('/settings', viewer).set(shared)).body.api.requestTimeout).toBe(5);
  await change(developer, { api: { requestTimeout: 30 } }).expect(200);
});

test('a new API starts with what the workspace has set, one made before keeps what it had', async () => {
  const one = await app.signIn();
  const make = async (name: string) =>
    (await app.request.post('/api/v1/apis').set(one.headers).send({ name }).expect(201)).body;
  const before = await make('Before');
  const api = {
    defaultEnvironment: 'staging',
    requestTimeout: 7,
    rateLimitEnabled: false,
    rateLimitRequests: 5,
    rateLimitWindow: 60,
    loggingEnabled: false,
    logRetentionDays: 3,
    corsEnabled: false,
    corsOrigins: 'https://app.example.com',
  };
  await put('/settings', { api }, one).expect(200);
  const { defaultEnvironment, ...given } = api;
  expect((await make('After')).settings).toMatchObject({ ...given, environment: defaultEnvironment });
  const kept = (await app.request.get(`/api/v1/apis/${before.id}`).set(one.headers)).body;
  expect(kept.settings).toEqual(before.settings);
  expect(kept.settings.requestTimeout).toBe(30);
});
