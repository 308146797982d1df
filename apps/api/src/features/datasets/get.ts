import type { datasetRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { presentDatasetDetail } from './presenter.ts';
import { datasetRepository } from './repository.ts';

export async function getDataset(
  ctx: SessionContext,
  { params }: Pick<Input<typeof datasetRoutes.get>, 'params'>,
) {
  return presentDatasetDetail(await datasetRepository(ctx.db, ctx.actor.workspaceId).find(params.id));
}
