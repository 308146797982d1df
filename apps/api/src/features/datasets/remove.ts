import { type datasetRoutes, errorCatalogue } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { objectKeys } from '../../platform/object-keys.ts';
import type { Input } from '../../platform/route.ts';
import { transact } from '../../platform/unit-of-work.ts';
import { datasetRepository } from './repository.ts';

const gone = { code: 'DATASET_GONE', message: errorCatalogue.DATASET_GONE.message };

/** Trainings of it end at once with a named error. Files that can't be removed now are swept later. */
export async function removeDataset(
  ctx: SessionContext,
  { params: { id } }: Input<typeof datasetRoutes.remove>,
): Promise<void> {
  const { workspaceId } = ctx.actor;
  const { name, filename } = await datasetRepository(ctx.db, workspaceId).find(id);
  await transact(ctx, async (unit) => {
    const repository = datasetRepository(unit.db, workspaceId);
    // Jobs are locked first, as where an outcome is applied, or each would wait for the other.
    await unit.cancelJobs([id, ...(await repository.trainings(id))]);
    await repository.lock(id);
    // And those that began until then.
    const ended = await repository.endTrainings(id, gone, ctx.clock.now());
    await unit.cancelJobs([id, ...ended.map((model) => model.id)]);
    await repository.remove(id);
    const before = { name, filename };
    unit.audit({ action: 'dataset.deleted', targetType: 'dataset', targetId: id, before });
    for (const { id: modelId, apiId } of ended)
      unit.publish(workspaceId, { type: 'model.changed', modelId, apiId, status: 'error' });
    unit.publish(workspaceId, { type: 'dataset.deleted', datasetId: id });
  });
  const removals = [objectKeys.uploadFolder(id), objectKeys.datasetFolder(id)];
  const outcomes = await Promise.allSettled(removals.map((folder) => ctx.storage.removePrefix(folder)));
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') ctx.log.warn({ err: outcome.reason }, 'files left to the sweep');
}
