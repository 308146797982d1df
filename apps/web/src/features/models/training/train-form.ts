import type { ColumnProfile } from '@rowcast/contracts/domain/datasets/profile';
import {
  type CustomEstimator,
  type EstimatorName,
  estimatorNames,
  estimatorParameters,
  learnsInSteps,
} from '@rowcast/contracts/domain/models/custom-estimator';
import { metricsOf } from '@rowcast/contracts/domain/models/metrics-of-task';
import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import { metricNames, type Task, tasks, trainingConfig } from '@rowcast/contracts/domain/models/training';
import { trainingDefaults, trainModelForm } from '@rowcast/contracts/http/models/training';
import { z } from 'zod';
import { visibleOnly } from '@/shared/lib/forms/zod-form.ts';
import type { TrainModelInput } from '../keys.ts';
import { budgetChoices, isAllowedBudget, namedBudget, secondsOf, timeUnits } from './time-budget.ts';

/** Represents "no column" in a select. Names are never blank. */
export const noColumn = ' ';

/** Represents the default class. */
export const automaticClass = ' ';

/** Whether a column can order rows by time: a date or a number, including ID-like ones. */
export const hasOrder = ({ type, min }: Pick<ColumnProfile, 'type' | 'min'>) =>
  type === 'datetime' || (min !== null && ['integer', 'number', 'identifier'].includes(type));

export interface Parameter {
  name: string;
  low: number;
  high: number;
  usual: number;
  whole?: true;
}

/** The parameters of an estimator, in the order of the contract. */
export const parametersOf = (estimator: EstimatorName): Parameter[] =>
  Object.entries(estimatorParameters[estimator]).map(([name, range]) => ({ name, ...range }));

export const defaultParameters = (estimator: EstimatorName): Record<string, string> =>
  Object.fromEntries(parametersOf(estimator).map(({ name, usual }) => [name, String(usual)]));

function problemOf(text: string, { low, high, whole }: Parameter): string | null {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (value >= low && value <= high && (!whole || Number.isInteger(value))) return null;
  return whole ? 'Enter a whole number within the range' : 'Enter a number within the range';
}

/** Limits for prediction time per row and bundle size. Trainings without limits use the default. */
export const served = {
  usual: {},
  larger: { maxRowMilliseconds: 5, maxBundleMegabytes: 100 },
  largest: { maxRowMilliseconds: 50, maxBundleMegabytes: 500 },
} as const;
export type Served = keyof typeof served;
export const servedChoices = ['usual', 'larger', 'largest'] as const satisfies readonly Served[];

const isShare = (text: string) => Number(text) >= 0.05 && Number(text) <= 0.5;
const testSizeMessage = 'Test size must be between 0.05 and 0.5';
const { testSize, epochs, learningRate } = trainModelForm.shape;
const isBlankOrValid = (setting: 'epochs' | 'learningRate') => (text: string | undefined) =>
  !text || trainingConfig.shape[setting].safeParse(Number(text)).success;

/** The form schema: the contract plus the source of the table. Numbers are text until submitted. */
const fields = trainModelForm.extend({
  datasetId: z.string().min(1, 'Dataset is required'),
  task: z.enum(['auto', ...tasks]),
  positiveLabel: z.string(),
  targetLabel: z.string(),
  metric: z.enum(['auto', ...metricNames]),
  testSize: testSize.refine(isShare, testSizeMessage),
  epochs: epochs.refine(isBlankOrValid('epochs'), 'Epochs must be 1 to 10000'),
  learningRate: learningRate.refine(
    isBlankOrValid('learningRate'),
    'Learning rate must be above 0 and at most 1',
  ),
  budget: z.enum(budgetChoices),
  timeBudget: z
    .string()
    .trim()
    .regex(/^-?(\d*\.)?\d+$/, 'Time budget must be a number'),
  timeUnit: z.enum(timeUnits),
  groupColumn: z.string(),
  timeColumn: z.string(),
  excludedColumns: z.array(z.string()),
  served: z.enum([...servedChoices, 'kept']),
  reproducible: z.boolean(),
  endEarly: z.boolean(),
  custom: z.enum(['estimator', 'onnx']),
  estimator: z.enum(estimatorNames),
  parameters: z.record(z.string(), z.string()),
});

function checkBudget(values: TrainFormValues, issues: z.RefinementCtx<TrainFormValues>): void {
  if (isAllowedBudget(secondsOf(values))) return;
  issues.addIssue({
    code: 'custom',
    path: ['timeBudget'],
    message: 'Time budget must be between 5 seconds and 24 hours',
  });
}

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
  targetLabel: automaticClass,
  metric: 'auto',
  testSize: String(trainingDefaults.testSize),
  epochs: String(trainingDefaults.epochs),
  learningRate: String(trainingDefaults.learningRate),
  ...namedBudget('balanced'),
  groupColumn: noColumn,
  timeColumn: noColumn,
  excludedColumns: [],
  served: 'usual',
  reproducible: false,
  endEarly: true,
  custom: 'estimator',
  estimator: 'random_forest',
  parameters: defaultParameters('random_forest'),
};

/** The metrics for a task; all metrics while the task is unknown. */
export const metricsFor = (task: Task | null | undefined) => (task ? metricsOf[task] : metricNames);

type Choice = Pick<TrainFormInput, 'modelType' | 'custom' | 'estimator'>;

export const isUploaded = ({ modelType, custom }: Omit<Choice, 'estimator'>) =>
  modelType === 'custom' && custom === 'onnx';

const customSteps = ({ modelType, custom, estimator }: Choice) =>
  modelType === 'custom' && custom === 'estimator' && learnsInSteps.includes(estimator);

/** Epochs are passes over the rows or boosting rounds. They and the learning rate go together. */
export const usesEpochs = (choice: Choice) =>
  choice.modelType === 'neural_network' || choice.modelType === 'xgboost' || customSteps(choice);

const boosted: readonly CustomEstimator['name'][] = ['xgboost', 'lightgbm'];
export const usesBoostingRounds = (choice: Choice) =>
  choice.modelType === 'xgboost' || (customSteps(choice) && boosted.includes(choice.estimator));

const hiddenFields = (choice: Choice & Pick<TrainFormInput, 'budget'>): (keyof TrainFormInput)[] => [
  ...(isUploaded(choice) || choice.budget !== 'custom' ? (['timeBudget'] as const) : []),
  ...(usesEpochs(choice) ? [] : (['epochs', 'learningRate'] as const)),
];

export const trainForm = visibleOnly(
  fields.superRefine(checkParameters).superRefine(checkBudget),
  emptyTrainForm,
  hiddenFields,
);
const withoutHoldout = visibleOnly(
  fields
    .extend({ testSize: testSize.refine((text) => Number(text) === 0 || isShare(text), testSizeMessage) })
    .superRefine(checkParameters)
    .superRefine(checkBudget),
  emptyTrainForm,
  hiddenFields,
);

/**
 * API clients can train without a holdout and score by cross-validation. The form offers this only when retraining
 * such a model.
 */
export const formFor = (before: Pick<Before, 'settings'> | undefined) =>
  before?.settings.testSize === 0 ? withoutHoldout : trainForm;

const toEstimator = ({ estimator, parameters }: TrainFormValues): CustomEstimator =>
  ({
    name: estimator,
    ...Object.fromEntries(parametersOf(estimator).map(({ name }) => [name, Number(parameters[name])])),
  }) as CustomEstimator;

/** The model to retrain. */
export type Before = Pick<ModelDetail, 'id' | 'name' | 'version' | 'datasetId' | 'settings'>;

/** Settings of an earlier training that have no field in the dialog. */
function toKept({ name, settings }: Before, choice: TrainFormValues['served']) {
  const { seed, maxRowMilliseconds, maxBundleMegabytes } = settings;
  return { name, seed, ...(choice === 'kept' && { maxRowMilliseconds, maxBundleMegabytes }) };
}

interface Chosen {
  targetColumn: string;
  /** The columns of the chosen dataset. */
  columns: readonly { name: string }[];
}

/** The excluded columns that exist in the table and are not the target, group or time column. */
export function excludable(names: readonly string[], { targetColumn, columns }: Chosen): string[] {
  const known = new Set(columns.map(({ name }) => name));
  return names.filter((name) => known.has(name) && name !== targetColumn);
}

const toSplit = ({ groupColumn, timeColumn }: TrainFormValues) => ({
  ...(groupColumn === noColumn ? {} : { groupColumn }),
  ...(timeColumn === noColumn ? {} : { timeColumn }),
});

export function toTraining(
  apiId: string | undefined,
  values: TrainFormValues,
  before?: Before,
): TrainModelInput {
  const { epochs, learningRate, excludedColumns } = values;
  const { datasetId, targetColumn, positiveLabel, targetLabel, modelType, task, metric, testSize } = values;
  return {
    ...{ datasetId, targetColumn, modelType, task, metric, testSize, excludedColumns },
    ...(positiveLabel === automaticClass ? {} : { positiveLabel }),
    ...(targetLabel === automaticClass ? {} : { targetLabel }),
    ...(apiId === undefined ? {} : { apiId }),
    ...(before ? toKept(before, values.served) : {}),
    ...(modelType === 'custom'
      ? { estimator: toEstimator(values) }
      : values.served !== 'kept' && served[values.served]),
    timeBudgetSeconds: secondsOf(values),
    ...(values.reproducible ? { reproducible: true } : {}),
    ...(values.endEarly ? {} : { endEarly: false }),
    ...toSplit(values),
    ...(usesEpochs(values) && epochs ? { epochs } : {}),
    ...(usesEpochs(values) && learningRate ? { learningRate } : {}),
  };
}

/** The form values that apply to an uploaded model: only those for scoring. */
export const toUpload = (apiId: string | undefined, values: TrainFormValues): Record<string, string> => {
  const { datasetId, targetColumn, task, metric, testSize } = values;
  const settings = { datasetId, targetColumn, task, metric, testSize, ...toSplit(values) };
  return apiId === undefined ? settings : { apiId, ...settings };
};
