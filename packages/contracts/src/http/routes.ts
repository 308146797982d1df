import { analyticsRoutes } from './apis/analytics.ts';
import { apiRoutes } from './apis/apis.ts';
import { docsRoutes } from './apis/docs.ts';
import { keyRoutes } from './apis/keys.ts';
import { logRoutes } from './apis/logs.ts';
import { overviewRoutes } from './apis/overview.ts';
import { releaseCheckRoutes } from './apis/release-checks.ts';
import { rolloutRoutes } from './apis/rollouts.ts';
import { testingRoutes } from './apis/testing.ts';
import { eventRoutes } from './events.ts';
import { datasetRoutes } from './models/datasets.ts';
import { modelRoutes } from './models/models.ts';
import { sampleRoutes } from './models/samples.ts';
import { accountRoutes, userRoutes } from './people/account.ts';
import { accountSecurityRoutes } from './people/account-security.ts';
import { activityRoutes } from './people/activity.ts';
import { auditRoutes } from './people/audit.ts';
import { authRoutes } from './people/auth.ts';
import { inviteRoutes } from './people/invites.ts';
import { mailRoutes } from './people/mails.ts';
import { mfaRoutes } from './people/mfa.ts';
import { notificationRoutes } from './people/notifications.ts';
import { passwordRoutes } from './people/password.ts';
import { profileRoutes } from './people/profile.ts';
import { proofRoutes } from './people/proof.ts';
import { sessionRoutes } from './people/sessions.ts';
import { settingsRoutes } from './people/settings.ts';
import { supportRoutes } from './people/support.ts';
import { teamRoutes } from './people/team.ts';
import type { RouteContract } from './route.ts';

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
  samples: sampleRoutes,
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
