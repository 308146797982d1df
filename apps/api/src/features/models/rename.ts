import type { modelRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { getModel } from './get.ts';
import { modelRepository } from './repository.ts';

export async function renameModel(ctx: SessionContext, { params, body }: Input<typeof modelRoutes.rename>) {
  const { workspaceId } = ctx.actor;
  await transact(ctx, async ({ db, publish, audit }) => {
    const repository = modelRepository(db, workspaceId);
    const { id, name, apiId, status } = await repository.lock(params.id);
    await repository.update(id, { name: body.name });
    const change = { before: { name }, after: { name: body.name } };
    audit({ action: 'model.renamed', targetType: 'model', targetId: id, ...change });
    publish(workspaceId, { type: 'model.changed', modelId: id, apiId, status });
  });
  return getModel(ctx, { params });
}
