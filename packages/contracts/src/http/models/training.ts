import { z } from 'zod';
import { readingStep } from '../../domain/datasets/cleaning-recipe.ts';
import { apiId, datasetId } from '../../domain/ids.ts';
import { customEstimator } from '../../domain/models/custom-estimator.ts';
import { modelTypes } from '../../domain/models/model.ts';
import { trainingConfig } from '../../domain/models/training.ts';
import {
  budgetName,
  budgetNames,
  maxBudgetSeconds,
  minBudgetSeconds,
  trainingBudgets,
} from '../../domain/models/training-budget.ts';
import { nameText } from '../../domain/name.ts';

/** The console's form: numbers arrive as text, and those that may be left out may be blank. */
export const trainModelForm = z.object({
  modelType: z.enum(modelTypes).default('auto'),
  targetColumn: z.string().min(1, 'Target column is required'),
  testSize: z
    .string()
    .trim()
    .regex(/^\d*\.?\d+$/, 'Test size must be a number such as 0.2')
    .default('0.2'),
  epochs: z.string().trim().regex(/^\d*$/, 'Epochs must be a whole number').optional(),
  learningRate: z
    .string()
    .trim()
    .regex(/^(\d*\.?\d+)?$/, 'Learning rate must be a number such as 0.01')
    .optional(),
});

export const trainingDefaults = {
  testSize: 0.2,
  epochs: 100,
  learningRate: 0.01,
  timeBudgetSeconds: trainingBudgets.balanced,
  seed: 0,
} as const;

/** What else JavaScript reads as a number, such as 0x10, is none to people. */
const decimal = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;

const numeric = <T extends z.ZodType>(schema: T, blank?: number) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    if (value.trim() === '') return blank;
    return decimal.test(value) ? Number(value) : value;
  }, schema);

const budgetFields = {
  timeBudget: numeric(
    z.union([budgetName, trainingConfig.shape.timeBudgetSeconds], {
      error: `timeBudget must be ${budgetNames.join(', ')} or a number from ${minBudgetSeconds} to ${maxBudgetSeconds}`,
    }),
  )
    .optional()
    .describe(
      `${budgetNames.map((name) => `${name} (${trainingBudgets[name]} s)`).join(', ')}, or seconds; balanced by default`,
    ),
  timeBudgetSeconds: numeric(trainingConfig.shape.timeBudgetSeconds)
    .optional()
    .describe('timeBudget in seconds; send one of the two'),
};

interface Budget {
  timeBudget?: keyof typeof trainingBudgets | number | undefined;
  timeBudgetSeconds?: number | undefined;
}

const secondsOf = ({ timeBudget, timeBudgetSeconds }: Budget) =>
  typeof timeBudget === 'string' ? trainingBudgets[timeBudget] : (timeBudget ?? timeBudgetSeconds);

const oneBudget = (budget: Budget) => [undefined, secondsOf(budget)].includes(budget.timeBudgetSeconds);
const oneBudgetIssue = {
  path: ['timeBudget'],
  error: 'timeBudget and timeBudgetSeconds differ. Send one of them',
};

const trainingFields = z.object({
  apiId: apiId
    .optional()
    .describe('the API to train for; without it, an API is created and named after the target column'),
  datasetId,
  name: nameText({ min: 2 }).optional(),
  targetColumn: z.string().min(1, 'Target column is required'),
  modelType: z.enum(modelTypes).default('auto'),
  task: trainingConfig.shape.task.default('auto'),
  positiveLabel: trainingConfig.shape.positiveLabel,
  targetLabel: trainingConfig.shape.targetLabel,
  metric: trainingConfig.shape.metric.default('auto'),
  testSize: numeric(trainingConfig.shape.testSize).default(trainingDefaults.testSize),
  epochs: numeric(trainingConfig.shape.epochs, trainingDefaults.epochs).default(trainingDefaults.epochs),
  learningRate: numeric(trainingConfig.shape.learningRate, trainingDefaults.learningRate).default(
    trainingDefaults.learningRate,
  ),
  ...budgetFields,
  seed: numeric(trainingConfig.shape.seed).default(trainingDefaults.seed),
  excludedColumns: z.array(z.string()).max(10_000).default([]),
  groupColumn: trainingConfig.shape.groupColumn,
  timeColumn: trainingConfig.shape.timeColumn,
  reproducible: trainingConfig.shape.reproducible,
  endEarly: trainingConfig.shape.endEarly,
  maxRowMilliseconds: numeric(trainingConfig.shape.maxRowMilliseconds.unwrap()).optional(),
  maxBundleMegabytes: numeric(trainingConfig.shape.maxBundleMegabytes.unwrap()).optional(),
  estimator: customEstimator.optional(),
  readings: z
    .array(readingStep)
    .max(100)
    .optional()
    .describe(
      'how to read columns with two equally likely readings: a step for each, from the choices of its finding; the training uses a dataset version with these steps',
    )
    .meta({ examples: [[{ op: 'parse_dates', column: 'signed_on', formats: ['%d/%m/%Y'] }]] }),
});

interface Choice {
  modelType: string;
  estimator?: unknown;
}

const estimatorGiven = ({ modelType, estimator }: Choice) =>
  modelType !== 'custom' || estimator !== undefined;
const estimatorMeant = ({ modelType, estimator }: Choice) =>
  modelType === 'custom' || estimator === undefined;

export const createModelBody = trainingFields
  .refine(estimatorGiven, { path: ['estimator'], error: 'Choose an estimator for the custom model' })
  .refine(estimatorMeant, { path: ['estimator'], error: 'Only custom models have an estimator' })
  .refine(oneBudget, oneBudgetIssue)
  .transform(({ timeBudget, ...body }) => ({
    ...body,
    timeBudgetSeconds: secondsOf({ ...body, timeBudget }) ?? trainingDefaults.timeBudgetSeconds,
  }));

/** The console's form once more: what is given goes before the settings of the model, what is blank is not given. */
export const trainAgainBody = z
  .object({
    modelType: z.enum(modelTypes),
    targetColumn: trainingFields.shape.targetColumn,
    positiveLabel: trainingFields.shape.positiveLabel,
    testSize: numeric(trainingConfig.shape.testSize),
    epochs: numeric(trainingConfig.shape.epochs.optional()),
    learningRate: numeric(trainingConfig.shape.learningRate.optional()),
    ...budgetFields,
    endEarly: trainingConfig.shape.endEarly,
  })
  .partial()
  .refine(oneBudget, oneBudgetIssue)
  .transform(({ timeBudget, ...body }) => ({
    ...body,
    timeBudgetSeconds: secondsOf({ ...body, timeBudget }),
  }));

/** Settings beside an uploaded ONNX file: nothing is learned, so that only what is scored is to be said. */
export const uploadModelBody = z.object({
  apiId: trainingFields.shape.apiId,
  datasetId,
  name: trainingFields.shape.name,
  targetColumn: trainingFields.shape.targetColumn,
  task: trainingFields.shape.task,
  metric: trainingFields.shape.metric,
  testSize: trainingFields.shape.testSize,
  seed: trainingFields.shape.seed,
  groupColumn: trainingFields.shape.groupColumn,
  timeColumn: trainingFields.shape.timeColumn,
});

/** Whatever a training may be refused for before it begins. */
export const trainingErrors = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'VALIDATION_FAILED',
  'DATASET_NOT_READY',
  'DATASET_UNREADABLE',
  'TARGET_NOT_FOUND',
  'TARGET_ALL_MISSING',
  'TARGET_ONE_CLASS',
  'TARGET_UNIQUE',
  'NO_FEATURES',
  'TARGET_TOO_MANY_CLASSES',
  'TARGET_NOT_NUMERIC',
  'POSITIVE_LABEL_NOT_FOUND',
  'COLUMN_NOT_FOUND',
] as const;

/** Errors of a training that can choose how columns are read. */
export const readingErrors = ['COLUMNS_AMBIGUOUS', 'ORIGINAL_DELETED', 'TOO_MANY_READS'] as const;
