import { type MetricName, metricNames, type Task } from '@rowcast/contracts/domain/training';
import { trainingDefaults, trainModelForm } from '@rowcast/contracts/http/models';
import { z } from 'zod';
import type { TrainModelInput } from './api.ts';

/** Stands for "no column" in a list of names, which are never blank. */
export const noColumn = ' ';

/** Columns that the address of the page names for the split. */
export interface SplitColumns {
  group: string | null;
  time: string | null;
}

/** The dialog's form: the contract's, and where the table comes from. Numbers are text until they are sent. */
export const trainForm = trainModelForm.extend({
  datasetId: z.string().min(1, 'Dataset is required'),
  metric: z.enum(['auto', ...metricNames]),
  testSize: trainModelForm.shape.testSize.refine(
    (text) => Number(text) >= 0.05 && Number(text) <= 0.5,
    'Test size must be between 0.05 and 0.5',
  ),
  timeBudget: z
    .string()
    .trim()
    .regex(/^\d+$/, 'Time budget must be a whole number of seconds')
    .refine((text) => Number(text) >= 5 && Number(text) <= 86_400, 'Time budget must be 5 to 86400 seconds'),
  groupColumn: z.string(),
  timeColumn: z.string(),
});

export type TrainFormInput = z.input<typeof trainForm>;
export type TrainFormValues = z.output<typeof trainForm>;

export const emptyTrainForm: TrainFormInput = {
  datasetId: '',
  targetColumn: '',
  modelType: 'auto',
  metric: 'auto',
  testSize: String(trainingDefaults.testSize),
  epochs: String(trainingDefaults.epochs),
  learningRate: String(trainingDefaults.learningRate),
  timeBudget: String(trainingDefaults.timeBudgetSeconds),
  groupColumn: noColumn,
  timeColumn: noColumn,
};

const metricsOf: Record<Task, readonly MetricName[]> = {
  binary: ['roc_auc', 'accuracy', 'f1', 'log_loss'],
  multiclass: ['roc_auc', 'accuracy', 'f1', 'log_loss'],
  regression: ['rmse', 'mae', 'r2'],
};

/** The metrics a target can be scored by; all of them while its task is not known. */
export const metricsFor = (task: Task | null | undefined) => (task ? metricsOf[task] : metricNames);

type ModelType = NonNullable<TrainFormInput['modelType']>;

/** Epochs mean something for the neural network alone, the learning rate also for boosted trees. */
export const usesEpochs = (type: ModelType) => type === 'neural_network';
export const usesLearningRate = (type: ModelType) => type === 'neural_network' || type === 'xgboost';

export function toTraining(apiId: string, values: TrainFormValues): TrainModelInput {
  const { timeBudget, epochs, learningRate, groupColumn, timeColumn, ...rest } = values;
  return {
    ...rest,
    apiId,
    timeBudgetSeconds: Number(timeBudget),
    ...(groupColumn === noColumn ? {} : { groupColumn }),
    ...(timeColumn === noColumn ? {} : { timeColumn }),
    ...(usesEpochs(values.modelType) && epochs ? { epochs } : {}),
    ...(usesLearningRate(values.modelType) && learningRate ? { learningRate } : {}),
  };
}
