import type { Deployment } from '@rowcast/contracts/domain/apis/deployment';

export const liveDeployment = (deployments: readonly Deployment[]) =>
  deployments.find(({ status }) => status === 'live');

/** The rollback target: the latest earlier deployment of another model. */
export function previousDeployment(deployments: readonly Deployment[]): Deployment | undefined {
  const live = liveDeployment(deployments);
  return deployments.find(({ status, modelId }) => status === 'superseded' && modelId !== live?.modelId);
}

/** Deployments that can be restored, including rolled-back ones. Only the latest of each model. */
export function returnable(deployments: readonly Deployment[]): ReadonlySet<string> {
  const models = new Set([liveDeployment(deployments)?.modelId]);
  const found = new Set<string>();
  for (const { id, status, modelId } of deployments) {
    if ((status !== 'superseded' && status !== 'withdrawn') || models.has(modelId)) continue;
    models.add(modelId);
    found.add(id);
  }
  return found;
}
