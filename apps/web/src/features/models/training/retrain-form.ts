import { estimatorNames } from '@rowcast/contracts/domain/models/custom-estimator';
import type { TrainingConfig } from '@rowcast/contracts/domain/models/training';
import { fieldsOf } from './time-budget.ts';
import {
  automaticClass,
  type Before,
  emptyTrainForm,
  noColumn,
  served,
  servedChoices,
  type TrainFormInput,
} from './train-form.ts';

/** The choice that matches the limits, or "unchanged" for custom limits. */
function servedOf({ maxRowMilliseconds, maxBundleMegabytes }: TrainingConfig): TrainFormInput['served'] {
  const hasLimits = (choice: { maxRowMilliseconds?: number; maxBundleMegabytes?: number }) =>
    choice.maxRowMilliseconds === maxRowMilliseconds && choice.maxBundleMegabytes === maxBundleMegabytes;
  return servedChoices.find((name) => hasLimits(served[name])) ?? 'kept';
}

function estimatorOf(estimator: TrainingConfig['estimator']): Partial<TrainFormInput> {
  const name = estimatorNames.find((one) => one === estimator?.name);
  if (!estimator || !name) return {};
  const { name: _name, ...parameters } = estimator;
  const asText = Object.entries(parameters).map(([key, value]) => [key, String(value)] as const);
  return { custom: 'estimator', estimator: name, parameters: Object.fromEntries(asText) };
}

/** Form values from the settings of a training. */
export function formOf({ datasetId, settings }: Before): TrainFormInput {
  const { targetColumn, modelType, task, metric, testSize, epochs, learningRate, timeBudgetSeconds } =
    settings;
  return {
    ...emptyTrainForm,
    ...{ targetColumn, modelType, task, metric },
    positiveLabel: settings.positiveLabel ?? automaticClass,
    targetLabel: settings.targetLabel ?? automaticClass,
    datasetId: datasetId ?? '',
    testSize: String(testSize),
    epochs: String(epochs),
    learningRate: String(learningRate),
    ...fieldsOf(timeBudgetSeconds),
    groupColumn: settings.groupColumn ?? noColumn,
    timeColumn: settings.timeColumn ?? noColumn,
    excludedColumns: [...new Set(settings.excludedColumns)],
    served: servedOf(settings),
    reproducible: settings.reproducible ?? false,
    endEarly: settings.endEarly ?? true,
    ...estimatorOf(settings.estimator),
  };
}
