import type { modelRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { presentModelDetail } from './presenter.ts';
import { modelRepository } from './repository.ts';
import { queuePositions } from './training/queue-positions.ts';

export async function getModel(
  ctx: SessionContext,
  { params }: Pick<Input<typeof modelRoutes.get>, 'params'>,
) {
  const view = await modelRepository(ctx.db, ctx.actor.workspaceId).view(params.id);
  const positionOf = await queuePositions(ctx, [view.model]);
  return presentModelDetail(view, positionOf(view.model));
}
