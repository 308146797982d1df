import { appendFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { allRoutes, type RouteContract, screenRoutes } from '@rowcast/contracts';
import type pg from 'pg';

/** Calls that may answer well without a record, each with the reason. */
const unrecorded: Record<string, string> = {
  signup: 'the account counts from its first right code on, which is recorded',
  login: 'sends a code; signing in with it is recorded',
  resendOtp: 'sends a code',
  forgotPassword: 'sends a code',
  sendProofCode: 'sends a code',
  changeEmail: 'sends a code; its confirmation is recorded',
  changeUsername: 'sends a code; its confirmation is recorded',
  setupMfa: 'counts from its first right code on, which is recorded',
  refreshToken: 'the same session goes on',
  estimateTraining: 'reckons only',
  runReleaseChecks: 'asks a model',
  testEndpoint: 'asks a model',
  testApi: 'asks a model',
  testBatch: 'asks a model',
  predictFile: 'asks a model',
  generateApiDocs: 'asks a model',
  replayApiLog: 'asks a model',
  lookUpInvite: 'reads',
  chooseInvitationMails: 'belongs to an address, which may have no account, and to no workspace',
  unsubscribeFromInvitations: 'belongs to an address, which may have no account, and to no workspace',
  readNotification: 'is a mark in a list of one’s own',
  readAllNotifications: 'is a mark in a list of one’s own',
};

/** Calls that are answered well too when all is already as they ask; those that did something are still recorded. */
const mayChangeNothing = new Set([
  'disableMfa',
  'unsubscribePush',
  'revokeSession',
  'revokeKey',
  'updateApi',
  'updateApiByName',
  'updateSettings',
  'updateProfile',
  'updateMyProfile',
  'bulkInvite',
  'acceptInvite',
]);

const nameOf = (method: string, path: string) => `${method.toLowerCase()} ${path}`;
const routes: RouteContract[] = [...allRoutes, ...Object.values(screenRoutes)];
const changing = new Map(
  routes
    .filter(({ method, id }) => method !== 'get' && !(id in unrecorded))
    .map(({ id, method, path }) => [nameOf(method, path), id]),
);

/** Every call that must be recorded. */
export const recordedCalls = new Set(changing.values());

export interface Watched {
  /** Throws when a change was answered as done, and nothing in the log says so. */
  check(sql: pg.Pool): Promise<void>;
}

/** Notes each change that the server answers as done. */
export function watchChanges(server: Server, seenFile: string): Watched {
  const done: { id: string; requestId: string }[] = [];
  server.on('request', (req, res) => {
    res.once('finish', () => {
      const { locals } = res as typeof res & { locals?: { route?: string } };
      const id = changing.get(nameOf(req.method ?? '', locals?.route ?? ''));
      if (!id || res.statusCode >= 300) return;
      done.push({ id, requestId: String(res.getHeader('x-request-id')) });
    });
  });
  return {
    async check(sql) {
      if (done.length === 0) return;
      const { rows } = await sql.query('select distinct request_id from audit_log');
      const recorded = new Set(rows.map((row) => row.request_id));
      const ids = (isRecorded: boolean) =>
        done.filter(({ requestId }) => recorded.has(requestId) === isRecorded).map(({ id }) => id);
      appendFileSync(seenFile, `${[...new Set(ids(true))].join('\n')}\n`);
      const missing = ids(false).filter((id) => !mayChangeNothing.has(id));
      if (missing.length > 0)
        throw new Error(`changed something without a record: ${[...new Set(missing)].join(', ')}`);
    },
  };
}
