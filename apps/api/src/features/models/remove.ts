import { type modelRoutes, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { objectKeys } from '../../platform/object-keys.ts';
import type { Input } from '../../platform/route.ts';
import { transact } from '../../platform/unit-of-work.ts';
import { apiRepository } from '../apis/index.ts';
import { bundleIsUsed, modelRepository } from './repository.ts';

/** A model in training is cancelled first. Its bundle goes unless another model has the same one. */
export async function removeModel(
  ctx: SessionContext,
  { params: { id } }: Input<typeof modelRoutes.remove>,
): Promise<void> {
  const { workspaceId } = ctx.actor;
  const { model } = await modelRepository(ctx.db, workspaceId).view(id);
  const bundle = await transact(ctx, async ({ db, cancelJobs, publish, audit }) => {
    const repository = modelRepository(db, workspaceId);
    // Nothing is deployed to the API meanwhile.
    await apiRepository(db, workspaceId).lock(model.apiId);
    const { apiId, bundleHash, name, version } = await repository.lock(id);
    if (await repository.isLive(id)) throw new RowcastError('MODEL_DEPLOYED');
    await cancelJobs([id]);
    await repository.remove(id);
    const before = { name, version, apiId };
    audit({ action: 'model.deleted', targetType: 'model', targetId: id, before });
    publish(workspaceId, { type: 'model.deleted', modelId: id, apiId });
    return bundleHash && !(await bundleIsUsed(db, bundleHash)) ? bundleHash : null;
  });
  if (!bundle) return;
  await ctx.storage
    .removePrefix(objectKeys.bundle(bundle))
    .catch((error) => ctx.log.warn({ err: error }, 'bundle left to the sweep'));
}
