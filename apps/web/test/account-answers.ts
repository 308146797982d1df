import { defaultSettings } from '@rowcast/contracts/domain/people/settings';
import { defaultTeamSettings } from '@rowcast/contracts/domain/people/team';
import { hexId } from './factories/api.ts';
import { aUser } from './factories/user.ts';

const at = '2026-01-01T00:00:00.000Z';
const workspace = {
  id: hexId('ws'),
  slug: 'asha',
  name: 'Asha',
  role: 'owner' as const,
  formerSlugs: [],
  plan: 'free',
};
export const me = aUser({ workspaces: [workspace] });
const ben = {
  ...{ id: hexId('usr'), name: 'Ben Iyer', email: 'ben@example.org', avatarUrl: null, joinedAt: at },
  ...{ role: 'viewer', status: 'active', lastActiveAt: null },
};
const invite = {
  ...{ id: hexId('inv'), email: null, role: 'developer', message: null, status: 'pending' },
  ...{
    needsApproval: false,
    messageWithheld: false,
    invitedBy: 'Asha',
    invitedAt: at,
    expiresAt: at,
    acceptedAt: null,
  },
};
const amounts = ['workspaces', 'apis', 'datasets', 'models', 'keys', 'loggedCalls', 'openJobs'];
const counts = [...amounts, 'sessions', 'notifications', 'memberships'].map((kind) => [kind, 0]);
const signedIn = {
  ...{ user: me, token: 'access-1', refreshToken: 'refresh-1', expiresAt: at, mfaRequired: false },
};

/** Server responses for the owner of a workspace with one viewer. */
export const accountAnswers: Record<string, unknown> = {
  'GET /auth/me': me,
  'GET /auth/security': {
    ...{ hasPassword: true, passwordChangedAt: null, mfaEnabled: false, recoveryCodesLeft: 0 },
  },
  'GET /settings': defaultSettings,
  'GET /settings/security': defaultSettings.security,
  'GET /users/me': { id: me.id, email: me.email, webhook_url: null },
  'GET /users/me/contents': { counts: Object.fromEntries(counts), storedBytes: 0, blockedBy: [] },
  'GET /users/me/archives': { data: [] },
  'GET /team/members': { data: [ben] },
  'GET /team/invites': { data: [] },
  'GET /team/settings': defaultTeamSettings,
  'GET /audit-logs': { data: [], names: [], nextCursor: null },
  'GET /audit-logs/choices': { actions: [], users: [] },
  'GET /notifications': { notifications: [], unreadCount: 0, nextCursor: null },
  'GET /push-subscriptions/key': { publicKey: null },
  'POST /team/invites': { ...invite, email: 'asha@example.org', needsApproval: true },
  'POST /auth/signup': { message: 'sent' },
  'POST /auth/forgot-password': { message: 'sent' },
  'POST /auth/verify-email': signedIn,
  'POST /auth/reset-password': signedIn,
  'POST /auth/mfa/verify': signedIn,
  'POST /auth/change-password': { message: 'done' },
  'POST /team/invites/link': { invite, link: 'http://localhost/join#1' },
  'PUT /settings/security': defaultSettings.security,
};
