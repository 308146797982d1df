import type { datasetRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../../platform/context.ts';
import type { Input } from '../../../platform/route.ts';
import { presentDataset } from '../presenter.ts';
import { datasetRepository } from '../repository.ts';

export async function listVersions(ctx: SessionContext, { params }: Input<typeof datasetRoutes.versions>) {
  const datasets = datasetRepository(ctx.db, ctx.actor.workspaceId);
  const { id, originalId } = await datasets.find(params.id);
  return { data: (await datasets.versions(originalId ?? id)).map(presentDataset) };
}
