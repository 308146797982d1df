import type { screenRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { apiRepository } from './repository.ts';

type Params = Pick<Input<typeof screenRoutes.getApiForm>, 'params'>;

export async function getApiForm(ctx: SessionContext, { params }: Params) {
  const repository = apiRepository(ctx.db, ctx.actor.workspaceId);
  const [{ api, model }, slug] = await Promise.all([repository.view(params.id), repository.workspaceSlug()]);
  const status: 'active' | 'inactive' = api.enabled ? 'active' : 'inactive';
  return { name: api.name, status, username: slug, model_name: model?.name ?? api.name };
}
