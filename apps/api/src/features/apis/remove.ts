import type { apiRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import { stopDatasetJobs } from '../../platform/queue/stop-dataset-jobs.ts';
import type { Input } from '../../platform/route.ts';
import { eraseShadowAnswers } from '../../predict/rollouts/shadow.repository.ts';
import { apiRepository } from './repository.ts';

/** Rows go with the API by cascade, its calls and the answers kept for repeated ones by a job; files without a row are swept by the jobs process. */
export async function removeApi(
  ctx: SessionContext,
  { params }: Input<typeof apiRoutes.remove>,
): Promise<void> {
  const { workspaceId } = ctx.actor;
  await apiRepository(ctx.db, workspaceId).find(params.id);
  await eraseShadowAnswers(ctx.db, { apiId: params.id });
  await transact(ctx, async (unit) => {
    const { db, cancelJobs, enqueue, publish, routeChanged, audit } = unit;
    const repository = apiRepository(db, workspaceId);
    // Jobs before rows, as where an outcome is applied, and datasets before the API, as where a training begins.
    await cancelJobs(await repository.modelIds(params.id));
    const ids = await repository.datasetIds(params.id);
    await stopDatasetJobs(unit, { workspaceId, ids, now: ctx.clock.now() });
    const { name } = await repository.lock(params.id);
    // And those that began until then.
    await cancelJobs([
      ...(await repository.modelIds(params.id)),
      ...(await repository.datasetIds(params.id)),
    ]);
    const keyIds = await repository.keyIds(params.id);
    await repository.remove(params.id);
    await enqueue(
      'erase',
      { workspaceId, subjectId: params.id },
      { workspaceIds: [], apiIds: [params.id], datasetIds: [], keyIds, keys: [] },
    );
    audit({ action: 'api.deleted', targetType: 'api', targetId: params.id, before: { name } });
    routeChanged({ apiId: params.id });
    publish(workspaceId, { type: 'api.deleted', apiId: params.id });
  });
}
