import type { Deployment } from '@rowcast/contracts';
import type { ListedDeployment } from './repository.ts';

export const presentDeployment = ({ deployment, model, deployedBy }: ListedDeployment): Deployment => ({
  id: deployment.id,
  apiId: deployment.apiId,
  modelId: deployment.modelId,
  modelName: model.name,
  modelVersion: model.version,
  status: deployment.status,
  loadMs: deployment.loadMs,
  error: deployment.error,
  deployedBy,
  createdAt: deployment.createdAt.toISOString(),
  retiredAt: deployment.retiredAt?.toISOString() ?? null,
});
