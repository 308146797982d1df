import { type datasetRoutes, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { datasetRepository } from './repository.ts';

export async function previewDataset(ctx: SessionContext, { params }: Input<typeof datasetRoutes.preview>) {
  const preview = await datasetRepository(ctx.db, ctx.actor.workspaceId).preview(params.id);
  if (!preview) throw new RowcastError('DATASET_NOT_READY');
  return preview;
}
