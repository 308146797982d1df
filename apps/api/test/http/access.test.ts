import {
  allRoutes,
  type Permission,
  type RouteContract,
  roles,
  screenRoutes,
  userRoutes,
} from '@rowcast/contracts';
import { createApi, createDataset, createModel } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allows } from '../../src/platform/permissions.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';

/** Who may call what, said once more, independently of the routes. A call that is missing here fails. */
const needed: Record<string, Permission | 'self'> = {
  logout: 'self',
  me: 'self',
  changePassword: 'self',
  setupMfa: 'self',
  disableMfa: 'self',
  renewRecoveryCodes: 'self',
  getProof: 'self',
  sendProofCode: 'self',
  giveProof: 'self',
  listSessions: 'self',
  revokeSession: 'self',
  getAccountSecurity: 'self',
  listSecurityLog: 'self',
  listActivityLog: 'self',
  getMyProfile: 'self',
  updateMyProfile: 'self',
  deleteAccount: 'self',
  updateProfile: 'self',
  uploadAvatar: 'self',
  removeAvatar: 'self',
  changeEmail: 'self',
  confirmEmail: 'self',
  changeUsername: 'self',
  confirmUsername: 'self',
  getSettings: 'Read',
  updateSettings: 'self',
  getPreferences: 'self',
  updatePreferences: 'self',
  getNotificationSettings: 'self',
  updateNotificationSettings: 'self',
  getSecuritySettings: 'self',
  updateSecuritySettings: 'self',
  getIntegrationSettings: 'Read',
  updateIntegrationSettings: 'Write',
  getAccountContents: 'self',
  exportAccount: 'self',
  listArchives: 'self',
  requestArchive: 'self',
  downloadArchive: 'self',
  listApis: 'Read',
  createApi: 'Write',
  getApi: 'Read',
  updateApi: 'Write',
  deleteApi: 'Delete',
  duplicateApi: 'Write',
  deployApi: 'Deploy',
  rollbackApi: 'Deploy',
  listDeployments: 'Read',
  testEndpoint: 'Test',
  listDatasets: 'Read',
  uploadDataset: 'Write',
  getDataset: 'Read',
  previewDataset: 'Read',
  cleanDataset: 'Write',
  exportDataset: 'Read',
  listDatasetVersions: 'Read',
  createDatasetVersion: 'Write',
  updateDatasetSchema: 'Write',
  lintDataset: 'Read',
  deleteDataset: 'Delete',
  listModels: 'Read',
  createModel: 'Write',
  getModel: 'Read',
  trainModel: 'Write',
  stopModel: 'Write',
  deployModel: 'Deploy',
  deleteModel: 'Delete',
  listKeys: 'Read',
  createKey: 'Write',
  rotateKey: 'Write',
  revokeKey: 'Delete',
  getOverview: 'Read',
  listRollouts: 'Read',
  startRollout: 'Deploy',
  changeRollout: 'Deploy',
  promoteRollout: 'Deploy',
  stopRollout: 'Deploy',
  listShadowAnswers: 'Read',
  listApiLogs: 'Read',
  getApiLog: 'Read',
  replayApiLog: 'Test',
  listTestCases: 'Read',
  createTestCase: 'Test',
  deleteTestCase: 'Test',
  testApi: 'Test',
  testBatch: 'Test',
  getApiOpenApi: 'Read',
  getModelMetrics: 'Read',
  listModelVersions: 'Read',
  followEvents: 'Read',
  getApiForm: 'Read',
  updateApiByName: 'Write',
  listAuditLogs: 'Manage Team',
  listAuditChoices: 'Manage Team',
  exportAuditLogs: 'Manage Team',
  listAuditLogsOfScreen: 'Manage Team',
};

/** Bodies that pass the form, so that only the caller can be the reason of a refusal. */
const bodies: Record<string, object> = {
  updateMyProfile: { webhook_url: '' },
  updateProfile: { firstName: 'Asha', lastName: 'Rao' },
  createApi: { name: 'Churn' },
  updateApi: { name: 'Churn' },
  deployApi: { modelId: `mdl_${'0'.repeat(32)}` },
  testEndpoint: { instances: [{ a: 1 }] },
  startRollout: { modelId: `mdl_${'0'.repeat(32)}`, mode: 'canary' },
  createTestCase: { name: 'A case', request: { a: 1 } },
  testBatch: { apiId: `api_${'0'.repeat(32)}`, requests: [{ a: 1 }] },
  updateApiByName: { name: 'Churn', status: 'active' },
  createKey: { name: 'Key' },
  createDatasetVersion: { recipe: [] },
  updateDatasetSchema: { types: { age: 'number' } },
  createModel: { apiId: `api_${'0'.repeat(32)}`, datasetId: `ds_${'0'.repeat(32)}`, targetColumn: 'y' },
};

let app: TestApp;
let owner: SignedIn;
let stranger: SignedIn;
let ids: Record<string, string>;
beforeAll(async () => {
  app = await startApp();
  [owner, stranger] = await Promise.all([app.signIn(), app.signIn()]);
  const { workspaceId } = owner;
  const { id: apiId } = await createApi(app.sql, { workspaceId });
  const { id: modelId } = await createModel(app.sql, { workspaceId, apiId });
  ids = {
    users: owner.userId,
    apis: apiId,
    datasets: (await createDataset(app.sql, { workspaceId })).id,
    models: modelId,
  };
});
afterAll(() => app.close());

const calls = [
  ...allRoutes.map((route) => ({ ...route, base: '/api/v1' })),
  ...Object.values(screenRoutes).map((route: RouteContract) => ({ ...route, base: '/api' })),
  ...Object.values(userRoutes).map((route: RouteContract) => ({ ...route, base: '' })),
].filter(({ auth }) => auth === 'session');
type Call = (typeof calls)[number];

function send(route: Call, headers: Record<string, string>) {
  const kind = route.path.split('/')[1] ?? '';
  const path = route.path
    .replace(':id', ids[kind] ?? '')
    .replace(':keyId', `key_${'0'.repeat(32)}`)
    .replace(':rolloutId', `rol_${'0'.repeat(32)}`)
    .replace(':caseId', `tc_${'0'.repeat(32)}`)
    .replace(':archiveId', `arc_${'0'.repeat(32)}`)
    .replace(':callId', 'prd_0')
    .replace(':username', owner.username)
    .replace(':modelName', 'Churn');
  const request = app.request[route.method](route.base + path).set(headers);
  return route.upload
    ? request.attach('file', Buffer.from('a,b\n1,2\n'), 'table.csv')
    : request.send(bodies[route.id] ?? {});
}

test('this file knows every call', () => {
  expect(Object.keys(needed).toSorted()).toEqual([...new Set(calls.map(({ id }) => id))].toSorted());
});

test.each(calls)('$id needs a session', async (route) => {
  const { body } = await send(route, {}).expect(401);
  expect(body.error.code).toBe('UNAUTHENTICATED');
  await send(route, { authorization: 'Bearer nonsense' }).expect(401);
  await send(route, { authorization: `Bearer rc_live_${'a'.repeat(38)}` }).expect(401);
});

test.each(calls)('$id finds no workspace of others', async (route) => {
  await send(route, { ...stranger.headers, 'X-Rowcast-Workspace': owner.workspaceSlug }).expect(404);
});

test.each(calls.filter(({ params }) => params))(
  "$id does not reach another workspace's things",
  async (route) => {
    const { body } = await send(route, stranger.headers).expect(404);
    expect(body.error.code).toBe('NOT_FOUND');
  },
);

describe.each(roles)('as %s', (role) => {
  const refused = calls.filter(({ id }) => {
    const need = needed[id];
    return need !== undefined && need !== 'self' && !allows(role, need);
  });
  test('only what the role has is allowed', async () => {
    const workspace = { id: owner.workspaceId, slug: owner.workspaceSlug };
    const { headers } = await app.signIn({ workspace, role });
    for (const route of refused) {
      const { status, body } = await send(route, headers);
      expect({ id: route.id, status, code: body.error?.code }).toEqual({
        id: route.id,
        status: 403,
        code: 'FORBIDDEN',
      });
    }
    const readable = calls.filter(
      ({ id, method, stream }) => needed[id] === 'Read' && method === 'get' && !stream,
    );
    for (const route of readable) {
      expect([200, 404, 409], route.id).toContain((await send(route, headers)).status);
    }
  });
});

test('what each role may do', () => {
  const permissions: Permission[] = [
    'Read',
    'Test',
    'Write',
    'Delete',
    'Deploy',
    'Monitor',
    'Manage Team',
    'Billing Access',
  ];
  const may = Object.fromEntries(
    roles.map((role) => [role, permissions.filter((each) => allows(role, each))]),
  );
  expect(may).toEqual({
    owner: permissions,
    admin: permissions,
    developer: ['Read', 'Test', 'Write', 'Delete', 'Deploy', 'Monitor'],
    tester: ['Read', 'Test'],
    viewer: ['Read'],
  });
});
