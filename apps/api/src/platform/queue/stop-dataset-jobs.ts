import { errorCatalogue } from '@rowcast/contracts';
import { endTrainingsOn, lockDatasets, trainingsOn } from '../../db/dataset-trainings.repository.ts';
import type { UnitOfWork } from '../db/unit-of-work.ts';

const gone = { code: 'DATASET_GONE', message: errorCatalogue.DATASET_GONE.message };

/** Before datasets are removed: no job works on them any longer, and trainings of them, by whichever API, end with a named error. */
export async function stopDatasetJobs(
  { db, cancelJobs, publish }: UnitOfWork,
  { workspaceId, ids, now }: { workspaceId: string; ids: string[]; now: Date },
): Promise<void> {
  // Jobs are locked first, as where an outcome is applied, or each would wait for the other.
  await cancelJobs([...ids, ...(await trainingsOn(db, workspaceId, ids))]);
  await lockDatasets(db, workspaceId, ids);
  // And those that began until then.
  const ended = await endTrainingsOn(db, workspaceId, ids, { error: gone, finishedAt: now });
  await cancelJobs([...ids, ...ended.map((model) => model.id)]);
  for (const { id: modelId, apiId } of ended)
    publish(workspaceId, { type: 'model.changed', modelId, apiId, status: 'error' });
}
