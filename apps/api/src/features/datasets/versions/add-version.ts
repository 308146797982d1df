import { type CleanStep, maxRecipeBytes, type ReadingStep, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../../platform/context.ts';
import { transact, type UnitOfWork } from '../../../platform/db/unit-of-work.ts';
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

const reads = (step: CleanStep): step is ReadingStep => step.op === 'cast' || step.op === 'parse_dates';

/** The recipe without steps that say how these columns are read. */
export const withoutReadings = (recipe: readonly CleanStep[], columns: readonly string[]): CleanStep[] =>
  recipe.filter((step) => !(reads(step) && columns.includes(step.column)));

const tooLarge = `All cleaning steps together can take at most ${maxRecipeBytes / 1024} kB. Remove steps, or use fewer values in them.`;

/** Steps of the previous version and new ones are counted together. */
function refuseTooLarge(recipe: readonly CleanStep[]): void {
  if (Buffer.byteLength(JSON.stringify(recipe)) > maxRecipeBytes)
    throw RowcastError.at('VALIDATION_FAILED', 'recipe', tooLarge);
}

type RecipeOf = (row: ProfiledDataset) => CleanStep[];

/** The same in a transaction of the caller. A version that has this recipe already is reused if `reuses`. */
export async function insertVersion(
  ctx: SessionContext,
  { db, enqueue, publish, audit }: UnitOfWork,
  { datasetId, recipeOf, reuses = false }: { datasetId: string; recipeOf: RecipeOf; reuses?: boolean },
): Promise<string> {
  const { workspaceId } = ctx.actor;
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
  const same = reuses ? await datasets.withRecipe(original.id, recipe) : null;
  if (same) return same;
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
}

/**
 * The upload that `datasetId` comes from, read again by a recipe, as a version of its own. The recipe is made
 * of the row as it is under the lock. Returns the version's id.
 */
export const addVersion = (ctx: SessionContext, datasetId: string, recipeOf: RecipeOf): Promise<string> =>
  transact(ctx, (unit) => insertVersion(ctx, unit, { datasetId, recipeOf }));

/** A version in which these columns are read this way and all else stays. Returns its id, or that of one like it. */
export const versionWithReadings = (
  ctx: SessionContext,
  unit: UnitOfWork,
  { datasetId, readings }: { datasetId: string; readings: readonly ReadingStep[] },
): Promise<string> =>
  insertVersion(ctx, unit, {
    datasetId,
    recipeOf: ({ recipe }) => [
      ...withoutReadings(
        recipe,
        readings.map(({ column }) => column),
      ),
      ...readings,
    ],
    reuses: true,
  });
