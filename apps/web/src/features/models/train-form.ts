import {
  type CustomEstimator,
  type EstimatorName,
  estimatorNames,
  estimatorParameters,
  learnsInSteps,
} from '@rowcast/contracts/domain/custom';
import type { ModelDetail } from '@rowcast/contracts/domain/model';
import type { ColumnProfile } from '@rowcast/contracts/domain/profile';
import {
  type MetricName,
  metricNames,
  type Task,
  type TrainingConfig,
  tasks,
  trainingConfig,
} from '@rowcast/contracts/domain/training';
import { trainingDefaults, trainModelForm } from '@rowcast/contracts/http/training';
import { z } from 'zod';
import { shownOnly } from '@/shared/lib/zod-form.ts';
import type { TrainModelInput } from './keys.ts';

/** Stands for "no column" in a list of names, which are never blank. */
export const noColumn = ' ';

/** Stands for the class that is taken unless one is chosen. */
export const automaticClass = ' ';

/** Whether rows can be put in order of time by a column: a date, or numbers, also those that look like an id. */
export const hasOrder = ({ type, min }: Pick<ColumnProfile, 'type' | 'min'>) =>
  type === 'datetime' || (min !== null && ['integer', 'number', 'identifier'].includes(type));

export interface Parameter {
  name: string;
  low: number;
  high: number;
  usual: number;
  whole?: true;
}

/** What can be set of an estimator, in the contract's order. */
export const parametersOf = (estimator: EstimatorName): Parameter[] =>
  Object.entries(estimatorParameters[estimator]).map(([name, range]) => ({ name, ...range }));

export const usualParameters = (estimator: EstimatorName): Record<string, string> =>
  Object.fromEntries(parametersOf(estimator).map(({ name, usual }) => [name, String(usual)]));

function problemOf(text: string, { low, high, whole }: Parameter): string | null {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= low && value <= high && (!whole || Number.isInteger(value))) return null;
  return whole ? 'Enter a whole number within the range' : 'Enter a number within the range';
}

/** What one row may take and how large the bundle may be; the usual is what a training has that is not told. */
export const served = {
  usual: {},
  larger: { maxRowMilliseconds: 5, maxBundleMegabytes: 100 },
  largest: { maxRowMilliseconds: 50, maxBundleMegabytes: 500 },
} as const;
export type Served = keyof typeof served;
export const servedChoices = ['usual', 'larger', 'largest'] as const satisfies readonly Served[];

const isShare = (text: string) => Number(text) >= 0.05 && Number(text) <= 0.5;
const shareMeant = 'Test size must be between 0.05 and 0.5';
const { testSize, epochs, learningRate } = trainModelForm.shape;
const mayBe = (setting: 'epochs' | 'learningRate') => (text: string | undefined) =>
  !text || trainingConfig.shape[setting].safeParse(Number(text)).success;

/** The dialog's form: the contract's, and where the table comes from. Numbers are text until they are sent. */
const fields = trainModelForm.extend({
  datasetId: z.string().min(1, 'Dataset is required'),
  task: z.enum(['auto', ...tasks]),
  positiveLabel: z.string(),
  metric: z.enum(['auto', ...metricNames]),
  testSize: testSize.refine(isShare, shareMeant),
  epochs: epochs.refine(mayBe('epochs'), 'Epochs must be 1 to 10000'),
  learningRate: learningRate.refine(mayBe('learningRate'), 'Learning rate must be above 0 and at most 1'),
  timeBudget: z
    .string()
    .trim()
    .regex(/^-?\d+$/, 'Time budget must be a whole number of seconds')
    .refine((text) => Number(text) >= 5 && Number(text) <= 86_400, 'Time budget must be 5 to 86400 seconds'),
  groupColumn: z.string(),
  timeColumn: z.string(),
  served: z.enum([...servedChoices, 'kept']),
  reproducible: z.boolean(),
  custom: z.enum(['estimator', 'onnx']),
  estimator: z.enum(estimatorNames),
  parameters: z.record(z.string(), z.string()),
});

function checkParameters(
  { modelType, custom, estimator, parameters }: TrainFormValues,
  issues: z.RefinementCtx<TrainFormValues>,
): void {
  if (modelType !== 'custom' || custom !== 'estimator') return;
  for (const parameter of parametersOf(estimator)) {
    const message = problemOf(parameters[parameter.name] ?? '', parameter);
    if (message) issues.addIssue({ code: 'custom', path: ['parameters', parameter.name], message });
  }
}

export type TrainFormInput = z.input<typeof fields>;
export type TrainFormValues = z.output<typeof fields>;

export const emptyTrainForm: TrainFormInput = {
  datasetId: '',
  targetColumn: '',
  modelType: 'auto',
  task: 'auto',
  positiveLabel: automaticClass,
  metric: 'auto',
  testSize: String(trainingDefaults.testSize),
  epochs: String(trainingDefaults.epochs),
  learningRate: String(trainingDefaults.learningRate),
  timeBudget: String(trainingDefaults.timeBudgetSeconds),
  groupColumn: noColumn,
  timeColumn: noColumn,
  served: 'usual',
  reproducible: false,
  custom: 'estimator',
  estimator: 'random_forest',
  parameters: usualParameters('random_forest'),
};

const metricsOf: Record<Task, readonly MetricName[]> = {
  binary: ['roc_auc', 'accuracy', 'f1', 'log_loss'],
  multiclass: ['roc_auc', 'accuracy', 'f1', 'log_loss'],
  regression: ['rmse', 'mae', 'r2'],
};

/** The metrics a target can be scored by; all of them while its task is not known. */
export const metricsFor = (task: Task | null | undefined) => (task ? metricsOf[task] : metricNames);

type Choice = Pick<TrainFormInput, 'modelType' | 'custom' | 'estimator'>;

export const isUploaded = ({ modelType, custom }: Choice) => modelType === 'custom' && custom === 'onnx';

const customSteps = ({ modelType, custom, estimator }: Choice) =>
  modelType === 'custom' && custom === 'estimator' && learnsInSteps.includes(estimator);

/** Epochs mean something for the neural network, the learning rate also for boosted trees; a custom one says. */
export const usesEpochs = (choice: Choice) => choice.modelType === 'neural_network' || customSteps(choice);
export const usesLearningRate = (choice: Choice) => usesEpochs(choice) || choice.modelType === 'xgboost';

const hiddenFields = (choice: Choice): (keyof TrainFormInput)[] => [
  ...(isUploaded(choice) ? (['timeBudget'] as const) : []),
  ...(usesEpochs(choice) ? [] : (['epochs'] as const)),
  ...(usesLearningRate(choice) ? [] : (['learningRate'] as const)),
];

export const trainForm = shownOnly(fields.superRefine(checkParameters), emptyTrainForm, hiddenFields);
const withNoneHeldOut = shownOnly(
  fields
    .extend({ testSize: testSize.refine((text) => Number(text) === 0 || isShare(text), shareMeant) })
    .superRefine(checkParameters),
  emptyTrainForm,
  hiddenFields,
);

/** A program may have asked for no rows to be held out, so that the folds give the score: only then it may stay so. */
export const formFor = (before: Pick<Before, 'settings'> | undefined) =>
  before?.settings.testSize === 0 ? withNoneHeldOut : trainForm;

const toEstimator = ({ estimator, parameters }: TrainFormValues): CustomEstimator =>
  ({
    name: estimator,
    ...Object.fromEntries(parametersOf(estimator).map(({ name }) => [name, Number(parameters[name])])),
  }) as CustomEstimator;

/** A training that is to be done again, and what of it the dialog has no field for. */
export type Before = Pick<ModelDetail, 'id' | 'name' | 'version' | 'datasetId' | 'settings'>;

/** What of a training before the dialog has no field for. */
export interface Kept {
  name: string;
  seed: number;
  excludedColumns: string[];
  limits: Pick<TrainingConfig, 'maxRowMilliseconds' | 'maxBundleMegabytes'>;
}

interface Chosen {
  targetColumn: string;
  /** Those of the chosen table; undefined while it is on its way. */
  columns: readonly { name: string }[] | undefined;
}

/** As far as it fits what is chosen now: a column is left out where there is one. */
export function keptOf({ name, settings }: Before, { targetColumn, columns }: Chosen): Kept {
  const { seed, excludedColumns, maxRowMilliseconds, maxBundleMegabytes } = settings;
  const isThere = (column: string) => !columns || columns.some((one) => one.name === column);
  return {
    ...{ name, seed },
    excludedColumns: excludedColumns.filter((column) => isThere(column) && column !== targetColumn),
    limits: {
      ...(maxRowMilliseconds === undefined ? {} : { maxRowMilliseconds }),
      ...(maxBundleMegabytes === undefined ? {} : { maxBundleMegabytes }),
    },
  };
}

function toKept({ limits, ...others }: Kept, choice: TrainFormValues['served']) {
  return { ...others, ...(choice === 'kept' ? limits : {}) };
}

export function toTraining(apiId: string, values: TrainFormValues, kept?: Kept): TrainModelInput {
  const { timeBudget, epochs, learningRate, groupColumn, timeColumn } = values;
  const { datasetId, targetColumn, positiveLabel, modelType, task, metric, testSize } = values;
  return {
    ...{ datasetId, targetColumn, modelType, task, metric, testSize },
    ...(positiveLabel === automaticClass ? {} : { positiveLabel }),
    apiId,
    ...(kept ? toKept(kept, values.served) : {}),
    ...(modelType === 'custom'
      ? { estimator: toEstimator(values) }
      : values.served !== 'kept' && served[values.served]),
    timeBudgetSeconds: Number(timeBudget),
    ...(values.reproducible ? { reproducible: true } : {}),
    ...(groupColumn === noColumn ? {} : { groupColumn }),
    ...(timeColumn === noColumn ? {} : { timeColumn }),
    ...(usesEpochs(values) && epochs ? { epochs } : {}),
    ...(usesLearningRate(values) && learningRate ? { learningRate } : {}),
  };
}

/** The fields that go with an uploaded model: only what it is scored by. */
export const toUpload = (apiId: string, values: TrainFormValues): Record<string, string> => {
  const { datasetId, targetColumn, task, metric, testSize } = values;
  return { apiId, datasetId, targetColumn, task, metric, testSize };
};
