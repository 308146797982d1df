import type { FeatureRoute } from '../platform/route.ts';
import { routes as account, screenRoutes as accountScreen } from './account/index.ts';
import { routes as activity } from './activity/index.ts';
import { routes as analytics } from './analytics/index.ts';
import { routes as apis, formRoutes } from './apis/index.ts';
import { routes as audit, screenRoutes as auditScreen } from './audit/index.ts';
import { routes as auth } from './auth/index.ts';
import { routes as datasets } from './datasets/index.ts';
import { deploymentRoutes } from './deployments/index.ts';
import { routes as docs } from './docs/index.ts';
import { routes as invites } from './invites/index.ts';
import { routes as keys } from './keys/index.ts';
import { routes as logs } from './logs/index.ts';
import { routes as mail } from './mail/index.ts';
import { routes as mfa } from './mfa/index.ts';
import { routes as models } from './models/index.ts';
import { routes as notifications } from './notifications/index.ts';
import { routes as overview } from './overview/index.ts';
import { routes as password } from './password/index.ts';
import { routes as profile, screenRoutes as profileScreen } from './profile/index.ts';
import { routes as proof } from './proof/index.ts';
import { endSupersededRollout, routes as rollouts } from './rollouts/index.ts';
import { routes as samples } from './samples/index.ts';
import { routes as security } from './security/index.ts';
import { routes as sessions } from './sessions/index.ts';
import { routes as settings } from './settings/index.ts';
import { routes as support } from './support/index.ts';
import { routes as team } from './team/index.ts';
import { routes as testing } from './testing/index.ts';

/** Calls of the profile screen, mounted below / as well as below /api/v1. */
export const userRoutes: readonly FeatureRoute[] = [...profileScreen, ...accountScreen];

export const featureRoutes: readonly FeatureRoute[] = [
  ...auth,
  ...password,
  ...mfa,
  ...proof,
  ...sessions,
  ...security,
  ...userRoutes,
  ...profile,
  ...settings,
  ...account,
  ...apis,
  ...datasets,
  ...samples,
  ...models,
  ...deploymentRoutes(endSupersededRollout),
  ...keys,
  ...overview,
  ...analytics,
  ...logs,
  ...rollouts,
  ...testing,
  ...docs,
  ...audit,
  ...activity,
  ...team,
  ...invites,
  ...mail,
  ...notifications,
  ...support,
];

/** Calls of single screens, mounted below /api rather than /api/v1. */
export const screenFeatureRoutes: readonly FeatureRoute[] = [...formRoutes, ...auditScreen];
