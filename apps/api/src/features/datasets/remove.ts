import type { datasetRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import { stopDatasetJobs } from '../../platform/queue/stop-dataset-jobs.ts';
import type { Input } from '../../platform/route.ts';
import { objectKeys } from '../../platform/storage/object-keys.ts';
import { datasetRepository } from './repository.ts';

/** Trainings of it end at once with a named error. Files that can't be removed now are swept later. */
export async function removeDataset(
  ctx: SessionContext,
  { params: { id } }: Input<typeof datasetRoutes.remove>,
): Promise<void> {
  const { workspaceId } = ctx.actor;
  await datasetRepository(ctx.db, workspaceId).find(id);
  await transact(ctx, async (unit) => {
    const repository = datasetRepository(unit.db, workspaceId);
    await stopDatasetJobs(unit, { workspaceId, ids: [id], now: ctx.clock.now() });
    const { name, filename } = await repository.find(id);
    await repository.remove(id);
    const before = { name, filename };
    unit.audit({ action: 'dataset.deleted', targetType: 'dataset', targetId: id, before });
    unit.publish(workspaceId, { type: 'dataset.deleted', datasetId: id });
  });
  const removals = [objectKeys.uploadFolder(id), objectKeys.datasetFolder(id)];
  const outcomes = await Promise.allSettled(removals.map((folder) => ctx.storage.removePrefix(folder)));
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') ctx.log.warn({ err: outcome.reason }, 'files left to the sweep');
}
