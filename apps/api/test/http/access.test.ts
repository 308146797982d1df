import { allows, type Permission, roles } from '@rowcast/contracts';
import { createApi, createDataset, createModel, createNotification } from '@rowcast/testkit/factories';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Access, mayAccess } from '../../src/platform/security/permissions.ts';
import { type SignedIn, startApp, type TestApp } from '../harness/app.ts';
import { openEventStream } from '../harness/event-stream.ts';
import { type MountedRoute, newApp, routesOf } from '../harness/mounted-routes.ts';

/** Who may call what, said once more, independently of the routes. A call that is missing here fails. */
const needed: Record<string, Access> = {
  signup: 'public',
  login: 'public',
  resendOtp: 'public',
  verifyOtp: 'public',
  refreshToken: 'public',
  verifyEmail: 'public',
  forgotPassword: 'public',
  resetPassword: 'public',
  verifyMfa: 'public',
  lookUpInvite: 'public',
  chooseInvitationMails: 'public',
  unsubscribeFromInvitations: 'public',
  getAvatar: 'public',
  getSupport: 'public',
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
  getApiService: 'Read',
  testEndpoint: 'Test',
  listDatasets: 'Read',
  uploadDataset: 'Write',
  listSamples: 'Read',
  uploadSample: 'Write',
  getDataset: 'Read',
  previewDataset: 'Read',
  cleanDataset: 'Write',
  pullDataset: 'Write',
  exportDataset: 'Read',
  listDatasetVersions: 'Read',
  createDatasetVersion: 'Write',
  updateDatasetSchema: 'Write',
  lintDataset: 'Read',
  listModelsOfDataset: 'Read',
  deleteDataset: 'Delete',
  listModels: 'Read',
  createModel: 'Write',
  estimateTraining: 'Read',
  uploadModel: 'Write',
  getModel: 'Read',
  downloadModelBundle: 'Read',
  downloadModelReport: 'Read',
  trainModel: 'Write',
  stopModel: 'Write',
  deployModel: 'Deploy',
  renameModel: 'Write',
  deleteModel: 'Delete',
  listKeys: 'Read',
  createKey: 'Write',
  rotateKey: 'Write',
  revokeKey: 'Write',
  getOverview: 'Read',
  getApiAnalytics: 'Read',
  listRollouts: 'Read',
  startRollout: 'Deploy',
  runReleaseChecks: 'Test',
  changeRollout: 'Deploy',
  promoteRollout: 'Deploy',
  stopRollout: 'Deploy',
  listShadowAnswers: 'Read',
  listApiLogs: 'Read',
  listApiLogFields: 'Read',
  getApiLog: 'Read',
  replayApiLog: 'Test',
  listTestCases: 'Read',
  createTestCase: 'Test',
  deleteTestCase: 'Test',
  testApi: 'Test',
  testBatch: 'Test',
  predictFile: 'Test',
  getApiOpenApi: 'Read',
  getApiDocs: 'Read',
  exportApiDocs: 'Read',
  generateApiDocs: 'Test',
  getModelChanges: 'Read',
  getModelMetrics: 'Read',
  listModelVersions: 'Read',
  followEvents: 'Read',
  getApiForm: 'Read',
  updateApiByName: 'Write',
  listNotifications: 'self',
  getNotification: 'self',
  readNotification: 'self',
  readAllNotifications: 'self',
  getPushKey: 'self',
  subscribePush: 'self',
  unsubscribePush: 'self',
  listActivity: 'Read',
  listAuditLogs: 'Manage Team',
  listAuditChoices: 'Manage Team',
  exportAuditLogs: 'Manage Team',
  listAuditLogsOfScreen: 'Manage Team',
  listMembers: 'Read',
  changeMemberRole: 'Manage Team',
  removeMember: 'Manage Team',
  listMemberKeys: 'Manage Team',
  leaveTeam: 'self',
  handOverOwnership: 'owner',
  getTeamSettings: 'Read',
  updateTeamSettings: 'Manage Team',
  listInvites: 'Read',
  inviteMember: 'Write',
  createInviteLink: 'Write',
  bulkInvite: 'Write',
  resendInvite: 'Write',
  approveInvite: 'Manage Team',
  revokeInvite: 'Write',
  acceptInvite: 'self',
  listFailedMails: 'Manage Team',
  sendMailAgain: 'Manage Team',
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
  renameModel: { name: 'Model' },
  createKey: { name: 'Key' },
  pullDataset: { source: 'https://example.org/table.csv' },
  createDatasetVersion: { recipe: [] },
  updateDatasetSchema: { types: { age: 'number' } },
  changeMemberRole: { role: 'viewer' },
  handOverOwnership: { memberId: `usr_${'0'.repeat(32)}` },
  inviteMember: { email: 'guest@example.test', role: 'viewer' },
  lookUpInvite: { token: 'none' },
  chooseInvitationMails: { token: 'none', invitations: false },
  acceptInvite: { token: 'none' },
  createModel: { apiId: `api_${'0'.repeat(32)}`, datasetId: `ds_${'0'.repeat(32)}`, targetColumn: 'y' },
};

/** What is there besides the API: probes, the document itself, figures and mail for this machine, the console. */
const unguarded = [
  'get /health/live',
  'get /health/ready',
  'get /metrics',
  'get /api/v1/openapi.json',
  'get /api/v1/mails/unsubscribe/:token',
  'get /mailbox',
  'get /mailbox/messages',
];

let app: TestApp;
let owner: SignedIn;
let stranger: SignedIn;
let ids: Record<string, string>;
let otherKey: string;
beforeAll(async () => {
  app = await startApp();
  [owner, stranger] = await Promise.all([app.signIn(), app.signIn()]);
  ids = await ownedBy(owner);
  const settings = app.request.put('/api/v1/team/settings').set(owner.headers);
  await settings.send({ allowMemberInvites: true }).expect(200);
  const other = await createApi(app.sql, { workspaceId: owner.workspaceId });
  otherKey = await make(`/apis/${other.id}/keys`, { name: 'Another key' }, 'key');
});
afterAll(() => app.close());

async function make(path: string, body: object, field = 'id'): Promise<string> {
  const made = await app.request.post(`/api/v1${path}`).set(owner.headers).send(body).expect(201);
  return made.body[field];
}

/** One of each thing, by the kind of its id. */
async function ownedBy({ workspaceId, userId, username }: SignedIn): Promise<Record<string, string>> {
  const { id: apiId, name } = await createApi(app.sql, { workspaceId });
  const colleague = await app.signIn({ workspace: workspaceOf(owner), role: 'viewer' });
  return {
    ApiId: apiId,
    DatasetId: (await createDataset(app.sql, { workspaceId })).id,
    ModelId: (await createModel(app.sql, { workspaceId, apiId })).id,
    KeyId: await make(`/apis/${apiId}/keys`, { name: 'Key' }),
    TestCaseId: await make(`/apis/${apiId}/test-cases`, { name: 'A case', request: { a: 1 } }),
    InviteId: await make('/team/invites', { email: 'invited@example.test', role: 'viewer' }),
    UserId: colleague.userId,
    SessionId: owner.sessionId,
    NotificationId: (await createNotification(app.sql, { userId })).id,
    username,
    modelName: name,
    callId: 'prd_0',
  };
}

const workspaceOf = ({ workspaceId, workspaceSlug }: SignedIn) => ({ id: workspaceId, slug: workspaceSlug });

type Guarded = MountedRoute & { feature: NonNullable<MountedRoute['feature']> };
const idOf = ({ feature }: Guarded) => feature.contract.id;
const nameOf = ({ method, path }: MountedRoute) => `${method} ${path}`;
const isGuarded = (route: MountedRoute): route is Guarded => route.feature !== undefined;

/** Read before the tests are known, with the same code that the server runs. */
const mounted = await (async () => {
  const probe = await startApp();
  const routes = routesOf(newApp(probe.services));
  await probe.close();
  return routes;
})();
const calls = mounted.filter(isGuarded);
const session = calls.filter(({ feature }) => feature.access !== 'public');

/** Its path with ids of the kinds it asks for: those given, else well-formed ones that name nothing. */
function fill({ path, feature }: Guarded, given: Record<string, string>): string {
  const shape = feature.contract.params?.shape ?? {};
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const kind = shape[name]?.meta() ?? {};
    const example = (kind.examples as string[] | undefined)?.[0] ?? 'nothing';
    return encodeURIComponent(given[kind.id ?? ''] ?? given[name] ?? example);
  });
}

function send(route: Guarded, headers: Record<string, string>, given = ids) {
  const { method, upload, id } = route.feature.contract;
  const request = app.request[method](fill(route, given)).set(headers);
  return upload
    ? request.attach('file', Buffer.from('email,b\nann@example.test,2\n'), 'table.csv')
    : request.send(bodies[id] ?? {});
}

describe('the list', () => {
  test('knows every mounted route, and no other', () => {
    const listed = mounted.map((route) => (isGuarded(route) ? idOf(route) : nameOf(route)));
    // Some calls are mounted at two addresses.
    expect([...new Set(listed)].toSorted()).toEqual([...Object.keys(needed), ...unguarded].toSorted());
  });

  test('agrees with what guards each route', () => {
    const guards = calls.map((route) => [idOf(route), route.feature.access]);
    expect(guards).toEqual(calls.map((route) => [idOf(route), needed[idOf(route)]]));
  });

  test('misses what is mounted past the policies', () => {
    const rogue = newApp(app.services);
    rogue.get('/api/v1/rogue', () => undefined);
    const known = new Set(unguarded);
    const unknown = routesOf(rogue).filter((route) => !isGuarded(route) && !known.has(nameOf(route)));
    expect(unknown.map(nameOf)).toEqual(['get /api/v1/rogue']);
  });
});

describe.each(session)('$method $path', (route) => {
  test('needs a session: nothing, nonsense and a key of an API are refused', async () => {
    const { body } = await send(route, {}).expect(401);
    expect(body.error.code).toBe('UNAUTHENTICATED');
    for (const token of ['nonsense', otherKey]) {
      await send(route, { authorization: `Bearer ${token}` }).expect(401);
    }
  });

  test('finds no workspace of others', async () => {
    await send(route, { ...stranger.headers, 'X-Rowcast-Workspace': owner.workspaceSlug }).expect(404);
  });
});

const byId = session.filter(({ feature }) => feature.contract.params);

test.each(byId)("$method $path does not reach another workspace's things", async (route) => {
  const { body } = await send(route, stranger.headers).expect(404);
  expect(body.error.code).toBe('NOT_FOUND');
});

test('what a stranger did not reach is there', async () => {
  const reads = byId.filter(
    ({ method, path }) => method === 'get' && !/:(callId|rolloutId|archiveId)/.test(path),
  );
  const found = [];
  for (const route of reads) if ((await send(route, owner.headers)).status !== 404) found.push(idOf(route));
  expect(found).toEqual(reads.map(idOf));
});

/** Things that are not there, so that a permitted call changes nothing; a session each where the call may end it. */
async function statusFor(route: Guarded, member: () => Promise<SignedIn>): Promise<[number, unknown]> {
  const { headers } = await member();
  if (route.feature.contract.stream) {
    const stream = await openEventStream(app, headers);
    stream.close();
    return [stream.response.status, undefined];
  }
  const { status, body } = await send(route, headers, {});
  return [status, body];
}

describe.each(roles)('as %s', (role) => {
  test('what the role may do is answered, the rest is refused in the words for it', async () => {
    const workspace = workspaceOf(owner);
    const signIn = () => app.signIn({ workspace, role });
    const one = await signIn();
    for (const route of session) {
      const need = needed[idOf(route)] as Exclude<Access, 'public'>;
      const [status, body] = await statusFor(route, need === 'self' ? signIn : async () => one);
      if (mayAccess(role, need)) {
        expect([401, 403], `${idOf(route)} as ${role}`).not.toContain(status);
        expect(status, `${idOf(route)} as ${role}`).toBeLessThan(500);
      } else {
        expect({ id: idOf(route), status, body }).toMatchObject({
          id: idOf(route),
          status: 403,
          body: {
            error: { code: 'FORBIDDEN' },
            message: "Access denied. You don't have permission to perform this action.",
          },
        });
      }
    }
  });
});

describe('a prediction', () => {
  const ask = (headers: Record<string, string>, path = '') =>
    app.request[path ? 'get' : 'post'](`/api/v1/predict/${ids.ApiId}${path}`).set(headers);

  test.each(['', '/openapi.json'])('%s is for a key of this very API', async (path) => {
    await ask({}, path).expect(401);
    await ask({ authorization: `Bearer ${otherKey}` }, path).expect(401);
    await ask({ authorization: `Bearer ${owner.token}` }, path).expect(401);
    await ask({ authorization: `Bearer ${stranger.token}` }, path).expect(401);
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
    developer: ['Read', 'Test', 'Write', 'Deploy', 'Monitor'],
    tester: ['Read', 'Test'],
    viewer: ['Read'],
  });
});
