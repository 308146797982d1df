import { accountRoutes, userRoutes } from './account.ts';
import { accountSecurityRoutes } from './account-security.ts';
import { activityRoutes } from './activity.ts';
import { analyticsRoutes } from './analytics.ts';
import { apiRoutes } from './apis.ts';
import { auditRoutes } from './audit.ts';
import { authRoutes } from './auth.ts';
import { datasetRoutes } from './datasets.ts';
import { docsRoutes } from './docs.ts';
import { eventRoutes } from './events.ts';
import { inviteRoutes } from './invites.ts';
import { keyRoutes } from './keys.ts';
import { logRoutes } from './logs.ts';
import { mailRoutes } from './mails.ts';
import { mfaRoutes } from './mfa.ts';
import { modelRoutes } from './models.ts';
import { notificationRoutes } from './notifications.ts';
import { overviewRoutes } from './overview.ts';
import { passwordRoutes } from './password.ts';
import { profileRoutes } from './profile.ts';
import { proofRoutes } from './proof.ts';
import { releaseCheckRoutes } from './release-checks.ts';
import { rolloutRoutes } from './rollouts.ts';
import type { RouteContract } from './route.ts';
import { sessionRoutes } from './sessions.ts';
import { settingsRoutes } from './settings.ts';
import { supportRoutes } from './support.ts';
import { teamRoutes } from './team.ts';
import { testingRoutes } from './testing.ts';

export const routeGroups = {
  auth: authRoutes,
  password: passwordRoutes,
  mfa: mfaRoutes,
  proof: proofRoutes,
  sessions: sessionRoutes,
  accountSecurity: accountSecurityRoutes,
  profile: profileRoutes,
  settings: settingsRoutes,
  users: userRoutes,
  account: accountRoutes,
  apis: apiRoutes,
  datasets: datasetRoutes,
  models: modelRoutes,
  keys: keyRoutes,
  overview: overviewRoutes,
  analytics: analyticsRoutes,
  releaseChecks: releaseCheckRoutes,
  rollouts: rolloutRoutes,
  logs: logRoutes,
  testing: testingRoutes,
  docs: docsRoutes,
  audit: auditRoutes,
  activity: activityRoutes,
  team: teamRoutes,
  invites: inviteRoutes,
  mails: mailRoutes,
  notifications: notificationRoutes,
  events: eventRoutes,
  support: supportRoutes,
} as const;

export const allRoutes: readonly RouteContract[] = Object.values(routeGroups).flatMap((group) =>
  Object.values(group),
);
