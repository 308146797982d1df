import { isInTraining, type modelRoutes, RowcastError } from '@rowcast/contracts';
import { requestStop } from '../../../db/jobs.repository.ts';
import type { SessionContext } from '../../../platform/context.ts';
import { transact } from '../../../platform/db/unit-of-work.ts';
import type { Input } from '../../../platform/route.ts';
import { getModel } from '../get.ts';
import { modelRepository } from '../repository.ts';
import { cancelled, cancelTraining } from './cancel-training.ts';

/** The wish is stored first; should Redis be away, the reconciler passes it on. */
export async function stopModel(ctx: SessionContext, { params, body }: Input<typeof modelRoutes.stop>) {
  const { workspaceId } = ctx.actor;
  const { model: known } = await modelRepository(ctx.db, workspaceId).view(params.id);
  const { jobId, mode } = await transact(ctx, async ({ db, publish, audit }) => {
    const repository = modelRepository(db, workspaceId);
    // Its job is locked first, as where an outcome is applied, or each would wait for the other.
    const kept = known.jobId ? await requestStop(db, known.jobId, body.mode) : undefined;
    const model = await repository.lock(params.id);
    if (!isInTraining(model.status))
      throw new RowcastError('CONFLICT', {
        message: 'This model is not training, so there is nothing to stop.',
      });
    const after = { mode: kept ?? body.mode };
    // Without a job, its dataset version is still being read, and nothing was learned.
    const ended = model.jobId ? {} : { ...cancelled, finishedAt: ctx.clock.now() };
    await repository.update(model.id, { stopRequested: true, ...ended });
    audit({ action: 'model.training_stopped', targetType: 'model', targetId: model.id, after });
    publish(workspaceId, {
      type: 'model.changed',
      modelId: model.id,
      apiId: model.apiId,
      status: model.jobId ? model.status : 'cancelled',
    });
    return { jobId: model.jobId, ...after };
  });
  try {
    if (jobId && (await ctx.queues.stop('train', jobId, mode))) await cancelTraining(ctx, jobId);
  } catch (error) {
    ctx.log.warn({ job: jobId, err: error }, 'stop left to the reconciler');
  }
  return getModel(ctx, { params });
}
