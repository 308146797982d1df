import type { apiRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { presentApi } from './presenter.ts';
import { apiRepository } from './repository.ts';

export async function getApi(ctx: SessionContext, { params }: Pick<Input<typeof apiRoutes.get>, 'params'>) {
  return presentApi(await apiRepository(ctx.db, ctx.actor.workspaceId).view(params.id));
}
