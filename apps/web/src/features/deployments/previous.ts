import type { Deployment } from '@rowcast/contracts/domain/apis/deployment';

export const liveDeployment = (deployments: readonly Deployment[]) =>
  deployments.find(({ status }) => status === 'live');

/** What a roll back returns to: the latest earlier deployment of another model. */
export function previousDeployment(deployments: readonly Deployment[]): Deployment | undefined {
  const live = liveDeployment(deployments);
  return deployments.find(({ status, modelId }) => status === 'superseded' && modelId !== live?.modelId);
}

/** Those whose models can serve again, what was rolled back from included; of each model the latest alone. */
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
