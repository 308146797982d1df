import type { datasetRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { paginate } from '../../platform/db/paging.ts';
import type { Input } from '../../platform/route.ts';
import { presentDataset } from './presenter.ts';
import { datasetRepository } from './repository.ts';

export async function listDatasets(ctx: SessionContext, { query }: Input<typeof datasetRoutes.list>) {
  const { rows, total } = await datasetRepository(ctx.db, ctx.actor.workspaceId).list(query);
  return { data: rows.map(presentDataset), pagination: paginate(query, total) };
}
