import type { modelRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { presentModelDetail } from './presenter.ts';
import { modelRepository } from './repository.ts';

export async function getModel(
  ctx: SessionContext,
  { params }: Pick<Input<typeof modelRoutes.get>, 'params'>,
) {
  return presentModelDetail(await modelRepository(ctx.db, ctx.actor.workspaceId).view(params.id));
}
