import { type modelRoutes, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { getModel } from './get.ts';
import { modelRepository } from './repository.ts';
import { startTraining } from './start-training.ts';

/** The same settings on the same dataset, as a new version. */
export async function trainModel(ctx: SessionContext, { params }: Input<typeof modelRoutes.train>) {
  const { model } = await modelRepository(ctx.db, ctx.actor.workspaceId).view(params.id);
  const { apiId, datasetId, name, config } = model;
  if (!datasetId)
    throw new RowcastError('CONFLICT', { message: 'The dataset of this model was deleted. Choose another.' });
  const id = await startTraining(ctx, { apiId, datasetId, name, config });
  return getModel(ctx, { params: { id } });
}
