import { type modelRoutes, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { eraseShadowAnswers } from '../../predict/rollouts/shadow.repository.ts';
import { apiRepository } from '../apis/index.ts';
import { modelRepository } from './repository.ts';

/** A model in training is cancelled first. Its bundle is left to the sweep: a deployment may be reading it, and another model may have the same one. */
export async function removeModel(
  ctx: SessionContext,
  { params: { id } }: Input<typeof modelRoutes.remove>,
): Promise<void> {
  const { workspaceId } = ctx.actor;
  const outside = modelRepository(ctx.db, workspaceId);
  const { model } = await outside.view(id);
  if (await outside.isLive(id)) throw new RowcastError('MODEL_DEPLOYED');
  await eraseShadowAnswers(ctx.db, { modelId: id });
  await transact(ctx, async ({ db, cancelJobs, publish, audit }) => {
    const repository = modelRepository(db, workspaceId);
    // Its job is locked first, as where an outcome is applied, or each would wait for the other.
    await cancelJobs([id]);
    // Nothing is deployed to the API meanwhile.
    await apiRepository(db, workspaceId).lock(model.apiId);
    const { apiId, name, version } = await repository.lock(id);
    if (await repository.isLive(id)) throw new RowcastError('MODEL_DEPLOYED');
    await repository.remove(id);
    const before = { name, version, apiId };
    audit({ action: 'model.deleted', targetType: 'model', targetId: id, before });
    publish(workspaceId, { type: 'model.deleted', modelId: id, apiId });
  });
}
