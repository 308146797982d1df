import { type Failure, openModelStatuses } from '@rowcast/contracts';
import { and, eq, inArray } from 'drizzle-orm';
import type { Executor } from '../platform/db/database.ts';
import { datasets, models } from './schema/catalogue.ts';

const inTraining = (workspaceId: string, datasetIds: string[]) =>
  and(
    eq(models.workspaceId, workspaceId),
    inArray(models.datasetId, datasetIds),
    inArray(models.status, openModelStatuses),
  );

/** Models of any API that learn from these datasets now. */
export async function trainingsOn(
  db: Executor,
  workspaceId: string,
  datasetIds: string[],
): Promise<string[]> {
  const rows = await db.select({ id: models.id }).from(models).where(inTraining(workspaceId, datasetIds));
  return rows.map((row) => row.id);
}

export const endTrainingsOn = (
  db: Executor,
  workspaceId: string,
  datasetIds: string[],
  ended: { error: Failure; finishedAt: Date },
) =>
  db
    .update(models)
    .set({ status: 'error', ...ended })
    .where(inTraining(workspaceId, datasetIds))
    .returning({ id: models.id, apiId: models.apiId });

/** Keeps them from being used by a new training until the transaction ends. */
export const lockDatasets = (db: Executor, workspaceId: string, ids: string[]) =>
  db
    .select({ id: datasets.id })
    .from(datasets)
    .where(and(eq(datasets.workspaceId, workspaceId), inArray(datasets.id, ids)))
    .orderBy(datasets.id)
    .for('update');
