import { apiRoutes } from './apis.ts';
import { authRoutes } from './auth.ts';
import { datasetRoutes } from './datasets.ts';
import { eventRoutes } from './events.ts';
import { keyRoutes } from './keys.ts';
import { logRoutes } from './logs.ts';
import { modelRoutes } from './models.ts';
import { overviewRoutes } from './overview.ts';
import { rolloutRoutes } from './rollouts.ts';
import type { RouteContract } from './route.ts';
import { testingRoutes } from './testing.ts';

export const routeGroups = {
  auth: authRoutes,
  apis: apiRoutes,
  datasets: datasetRoutes,
  models: modelRoutes,
  keys: keyRoutes,
  overview: overviewRoutes,
  rollouts: rolloutRoutes,
  logs: logRoutes,
  testing: testingRoutes,
  events: eventRoutes,
} as const;

export const allRoutes: readonly RouteContract[] = Object.values(routeGroups).flatMap((group) =>
  Object.values(group),
);
