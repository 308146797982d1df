import { apiRoutes, modelRoutes, releaseCheckRoutes } from '@rowcast/contracts';
import { route } from '../../platform/route.ts';
import { listChanges } from './contract-changes.ts';
import { deployApi, deployModel } from './deploy.ts';
import { listDeployments } from './list.ts';
import { policy } from './policy.ts';
import { runReleaseChecks } from './release-checks.ts';
import { rollbackApi } from './rollback.ts';
import { getService } from './serving-state.ts';
import type { EndCandidate } from './switch-traffic.ts';
import { getMetrics, listVersions } from './versions.ts';

/** Who is tried beside the models is for the feature above this one to end. */
export const deploymentRoutes = (endCandidate: EndCandidate) => [
  route(apiRoutes.deploy, policy.deploy, deployApi(endCandidate)),
  route(modelRoutes.deploy, policy.deploy, deployModel(endCandidate)),
  route(modelRoutes.changes, policy.read, listChanges),
  route(modelRoutes.metrics, policy.read, getMetrics),
  route(modelRoutes.versions, policy.read, listVersions),
  route(releaseCheckRoutes.run, policy.check, runReleaseChecks),
  route(apiRoutes.rollback, policy.rollback, rollbackApi(endCandidate)),
  route(apiRoutes.deployments, policy.read, listDeployments),
  route(apiRoutes.service, policy.read, getService),
];
