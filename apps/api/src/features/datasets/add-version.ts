import { type CleanStep, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { objectKeys } from '../../platform/object-keys.ts';
import { transact } from '../../platform/unit-of-work.ts';
import { ingestPayload } from './ingest-payload.ts';
import { type NamedColumn, refuseNoColumns } from './no-column.ts';
import { type DatasetRow, datasetRepository } from './repository.ts';

const columnsOf = (recipe: readonly CleanStep[]): NamedColumn[] =>
  recipe.flatMap((step, index) => {
    if ('column' in step) return [{ field: `recipe.${index}.column`, name: step.column }];
    if (step.op === 'drop_rows') return [];
    return (step.ignoring ?? []).map((name) => ({ field: `recipe.${index}.ignoring`, name }));
  });

/**
 * The upload that `datasetId` comes from, read again by a recipe, as a version of its own. The recipe is made
 * of the row while it is locked. Returns the version's id.
 */
export function addVersion(
  ctx: SessionContext,
  datasetId: string,
  recipeOf: (row: DatasetRow) => CleanStep[],
): Promise<string> {
  const { workspaceId } = ctx.actor;
  return transact(ctx, async ({ db, enqueue, publish, audit }) => {
    const datasets = datasetRepository(db, workspaceId);
    const from = await datasets.find(datasetId);
    if (from.version > 1 && !from.originalId) throw new RowcastError('ORIGINAL_DELETED');
    // One at a time: the next number is taken under this lock.
    const original = await datasets.lock(from.originalId ?? from.id);
    if (original.status !== 'ready' || !original.sha256) throw new RowcastError('DATASET_NOT_READY');
    const recipe = recipeOf(from);
    // Only the upload has every column: a version may have lost some.
    refuseNoColumns(columnsOf(recipe), { columns: original.profile?.columns ?? [] });
    const id = newId('dataset');
    const { apiId, name, description, type, filename, sizeBytes, sha256 } = original;
    await datasets.insert({
      id,
      workspaceId,
      apiId,
      name,
      description,
      type,
      filename,
      sizeBytes,
      sha256,
      originalId: original.id,
      version: await datasets.nextVersion(original.id),
      recipe,
      status: 'processing',
      uploadedAt: ctx.clock.now(),
    });
    const after = { name, versionOf: original.id, steps: recipe.map(({ op }) => op) };
    audit({ action: 'dataset.version_created', targetType: 'dataset', targetId: id, after });
    const sourceKey = objectKeys.upload(original.id, sha256);
    await enqueue(
      'ingest',
      { workspaceId, subjectId: id },
      ingestPayload(ctx, { id, sourceKey, filename, recipe }),
    );
    publish(workspaceId, { type: 'dataset.changed', datasetId: id, apiId, status: 'processing' });
    return id;
  });
}
