import { RowcastError, type screenRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { orNotFound } from '../../platform/errors/or-not-found.ts';
import type { Input } from '../../platform/route.ts';
import { getApiForm } from './get-form.ts';
import { apiRepository } from './repository.ts';
import { updateApi } from './update.ts';

export async function updateApiByName(
  ctx: SessionContext,
  { params: { username, modelName }, body }: Input<typeof screenRoutes.updateApiByName>,
) {
  const repository = apiRepository(ctx.db, ctx.actor.workspaceId);
  if ((await repository.workspaceSlug()) !== username) throw new RowcastError('NOT_FOUND');
  const [id, another] = await repository.idsByName(modelName);
  if (another)
    throw new RowcastError('CONFLICT', { message: 'Several APIs have this name. Update the API by its ID.' });
  const params = { id: orNotFound(id) };
  await updateApi(ctx, { params, body });
  return getApiForm(ctx, { params });
}
