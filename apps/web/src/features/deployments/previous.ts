import type { Deployment } from '@rowcast/contracts/domain/deployment';

export const liveDeployment = (deployments: readonly Deployment[]) =>
  deployments.find(({ status }) => status === 'live');

/** What a roll back returns to: the latest earlier deployment of another model. */
export function previousDeployment(deployments: readonly Deployment[]): Deployment | undefined {
  const live = liveDeployment(deployments);
  return deployments.find(({ status, modelId }) => status === 'superseded' && modelId !== live?.modelId);
}
