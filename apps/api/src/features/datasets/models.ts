import type { datasetRoutes, LearnedModels } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { datasetRepository } from './repository.ts';

const maxListed = 100;

/** What a person should know before the dataset is deleted. */
export async function listModelsOf(
  ctx: SessionContext,
  { params: { id } }: Input<typeof datasetRoutes.models>,
): Promise<LearnedModels> {
  const datasets = datasetRepository(ctx.db, ctx.actor.workspaceId);
  const [models] = await Promise.all([datasets.modelsOf(id, maxListed), datasets.find(id)]);
  return models;
}
