import type { modelRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { paginate } from '../../platform/db/paging.ts';
import type { Input } from '../../platform/route.ts';
import { presentModel } from './presenter.ts';
import { modelRepository } from './repository.ts';
import { queuePositions } from './training/queue-positions.ts';

export async function listModels(ctx: SessionContext, { query }: Input<typeof modelRoutes.list>) {
  const { rows, total } = await modelRepository(ctx.db, ctx.actor.workspaceId).list(query);
  const positionOf = await queuePositions(
    ctx,
    rows.map(({ model }) => model),
  );
  return {
    data: rows.map((row) => presentModel(row, positionOf(row.model))),
    pagination: paginate(query, total),
  };
}
