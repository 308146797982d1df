import { type modelRoutes, RowcastError, type TableProfile, type TrainingConfig } from '@rowcast/contracts';
import type { SessionContext } from '../../../platform/context.ts';
import type { Input } from '../../../platform/route.ts';
import { getModel } from '../get.ts';
import { modelRepository } from '../repository.ts';
import { startTraining } from './start-training.ts';

type Given = Input<typeof modelRoutes.train>['body'];

/**
 * The settings of before, but for those that are given; an estimator belongs to a custom model alone, and task,
 * metric, positive class and label to their target.
 */
function settingsOf(
  { estimator, positiveLabel, targetLabel, ...before }: TrainingConfig,
  given: Given,
): TrainingConfig {
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  if (before.onnx && Object.keys(changes).length > 0)
    throw new RowcastError('CONFLICT', {
      message: 'An uploaded model has no training settings to change. Train a model with POST /models.',
    });
  const sameTarget = [undefined, before.targetColumn].includes(given.targetColumn);
  const repeated = { task: 'auto', metric: 'auto' } as const;
  const chosen = {
    ...(positiveLabel !== undefined && { positiveLabel }),
    ...(targetLabel !== undefined && { targetLabel }),
  };
  const kept = sameTarget ? chosen : repeated;
  const config: TrainingConfig = { ...before, ...kept, ...changes };
  if (config.modelType !== 'custom' || before.onnx) return config;
  if (!estimator)
    throw RowcastError.at(
      'VALIDATION_FAILED',
      'modelType',
      'This model has no estimator to retrain. Choose one with POST /models.',
    );
  return { ...config, estimator };
}

/** Columns left out once need not be there, nor may they bar a target that is chosen now: this call can't name others. */
function withoutStrangers(config: TrainingConfig, { columns }: TableProfile): TrainingConfig {
  const known = new Set(columns.map(({ name }) => name));
  const excludedColumns = config.excludedColumns.filter(
    (name) => known.has(name) && name !== config.targetColumn,
  );
  return { ...config, excludedColumns };
}

/** On the same dataset, as a new version. */
export async function trainModel(ctx: SessionContext, { params, body }: Input<typeof modelRoutes.train>) {
  const { model } = await modelRepository(ctx.db, ctx.actor.workspaceId).view(params.id);
  const { apiId, datasetId, name, config } = model;
  if (!datasetId)
    throw new RowcastError('CONFLICT', {
      message: 'The dataset of this model was deleted. Choose another dataset.',
    });
  const settings = settingsOf(config, body);
  const configFor = (table: TableProfile) => withoutStrangers(settings, table);
  const id = await startTraining(ctx, { apiId, datasetId, name, configFor });
  return getModel(ctx, { params: { id } });
}
