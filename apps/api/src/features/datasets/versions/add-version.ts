import { type CleanStep, maxRecipeBytes, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../../platform/context.ts';
import { transact } from '../../../platform/db/unit-of-work.ts';
import { newId } from '../../../platform/ids.ts';
import { refuseTooManyOpen } from '../../../platform/queue/open-jobs.ts';
import { objectKeys } from '../../../platform/storage/object-keys.ts';
import { ingestPayload, readingSeconds } from '../ingest-payload.ts';
import { datasetRepository, type ProfiledDataset } from '../repository.ts';
import { type NamedColumn, refuseNoColumns } from './unknown-column.ts';

const columnsOf = (recipe: readonly CleanStep[]): NamedColumn[] =>
  recipe.flatMap((step, index) => {
    if ('column' in step) return [{ field: `recipe.${index}.column`, name: step.column }];
    if (step.op !== 'deduplicate') return [];
    return (step.ignoring ?? []).map((name) => ({ field: `recipe.${index}.ignoring`, name }));
  });

const tooLarge = `All cleaning steps together can take at most ${maxRecipeBytes / 1024} kB. Remove steps, or use fewer values in them.`;

/** Steps of the previous version and new ones are counted together. */
function refuseTooLarge(recipe: readonly CleanStep[]): void {
  if (Buffer.byteLength(JSON.stringify(recipe)) > maxRecipeBytes)
    throw RowcastError.at('VALIDATION_FAILED', 'recipe', tooLarge);
}

/**
 * The upload that `datasetId` comes from, read again by a recipe, as a version of its own. The recipe is made
 * of the row as it is under the lock. Returns the version's id.
 */
export function addVersion(
  ctx: SessionContext,
  datasetId: string,
  recipeOf: (row: ProfiledDataset) => CleanStep[],
): Promise<string> {
  const { workspaceId } = ctx.actor;
  return transact(ctx, async ({ db, enqueue, publish, audit }) => {
    const datasets = datasetRepository(db, workspaceId);
    const { originalId, version } = await datasets.find(datasetId);
    if (version > 1 && !originalId) throw new RowcastError('ORIGINAL_DELETED');
    // One at a time: the next number is taken under this lock.
    const original = await datasets.lock(originalId ?? datasetId);
    if (original.status !== 'ready' || !original.sha256) throw new RowcastError('DATASET_NOT_READY');
    const recipe = recipeOf(originalId ? await datasets.find(datasetId) : original);
    refuseTooLarge(recipe);
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
    await refuseTooManyOpen(db, workspaceId, 'reads');
    await enqueue(
      'ingest',
      { workspaceId, subjectId: id },
      ingestPayload(ctx, { id, sourceKey, filename, recipe }),
      readingSeconds(sizeBytes),
    );
    publish(workspaceId, { type: 'dataset.changed', datasetId: id, apiId, status: 'processing' });
    return id;
  });
}
