import { z } from 'zod';
import { customEstimator, onnxLimitMb } from '../domain/custom.ts';
import { deployChange, deployment } from '../domain/deployment.ts';
import { trainingEstimate } from '../domain/estimate.ts';
import { apiId, datasetId, modelId } from '../domain/ids.ts';
import { model, modelDetail, modelMetrics, modelType, modelTypes } from '../domain/model.ts';
import { modelStatus } from '../domain/status.ts';
import { metricName, trainingConfig } from '../domain/training.ts';
import { deployErrors } from './deploy-errors.ts';
import { paged, pageQuery } from './paging.ts';
import { defineRoute } from './route.ts';

const decimalText = (message: string) =>
  z
    .string()
    .trim()
    .regex(/^\d*\.?\d+$/, message);

/** The console's form: numbers arrive as text. */
export const trainModelForm = z.object({
  modelType: z.enum(modelTypes).default('auto'),
  targetColumn: z.string().min(1, 'Target column is required'),
  testSize: decimalText('Test size must be a number such as 0.2').default('0.2'),
  epochs: z.string().trim().regex(/^\d+$/, 'Epochs must be a whole number').optional(),
  learningRate: decimalText('Learning rate must be a number such as 0.01').optional(),
});

export const trainingDefaults = {
  testSize: 0.2,
  epochs: 100,
  learningRate: 0.01,
  timeBudgetSeconds: 60,
  seed: 0,
} as const;

const numeric = <T extends z.ZodType>(schema: T, blank?: number) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    return value.trim() === '' ? blank : Number(value);
  }, schema);

const trainingFields = z.object({
  apiId,
  datasetId,
  name: z.string().trim().min(2).max(100).optional(),
  targetColumn: z.string().min(1, 'Target column is required'),
  modelType: z.enum(modelTypes).default('auto'),
  task: trainingConfig.shape.task.default('auto'),
  metric: trainingConfig.shape.metric.default('auto'),
  testSize: numeric(trainingConfig.shape.testSize).default(trainingDefaults.testSize),
  epochs: numeric(trainingConfig.shape.epochs, trainingDefaults.epochs).default(trainingDefaults.epochs),
  learningRate: numeric(trainingConfig.shape.learningRate, trainingDefaults.learningRate).default(
    trainingDefaults.learningRate,
  ),
  timeBudgetSeconds: numeric(trainingConfig.shape.timeBudgetSeconds).default(
    trainingDefaults.timeBudgetSeconds,
  ),
  seed: numeric(trainingConfig.shape.seed).default(trainingDefaults.seed),
  excludedColumns: z.array(z.string()).max(10_000).default([]),
  groupColumn: trainingConfig.shape.groupColumn,
  timeColumn: trainingConfig.shape.timeColumn,
  reproducible: trainingConfig.shape.reproducible,
  maxRowMilliseconds: numeric(trainingConfig.shape.maxRowMilliseconds.unwrap()).optional(),
  maxBundleMegabytes: numeric(trainingConfig.shape.maxBundleMegabytes.unwrap()).optional(),
  estimator: customEstimator.optional(),
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
  .refine(estimatorGiven, { path: ['estimator'], error: 'Choose the estimator of a custom model' })
  .refine(estimatorMeant, { path: ['estimator'], error: 'Only a custom model takes an estimator' });

/** The console's form once more: what is given goes before the settings of the model, what is blank is not given. */
export const trainAgainBody = z
  .object({
    modelType: z.enum(modelTypes),
    targetColumn: trainingFields.shape.targetColumn,
    testSize: numeric(trainingConfig.shape.testSize),
    epochs: numeric(trainingConfig.shape.epochs.optional()),
    learningRate: numeric(trainingConfig.shape.learningRate.optional()),
    timeBudgetSeconds: numeric(trainingConfig.shape.timeBudgetSeconds),
  })
  .partial();

/** Settings beside an uploaded ONNX file: nothing is learned, so that only what is scored is to be said. */
export const uploadModelBody = z.object({
  apiId,
  datasetId,
  name: trainingFields.shape.name,
  targetColumn: trainingFields.shape.targetColumn,
  task: trainingFields.shape.task,
  metric: trainingFields.shape.metric,
  testSize: trainingFields.shape.testSize,
  seed: trainingFields.shape.seed,
});

export const renameModelForm = z.object({
  name: z.string().trim().min(2, 'Name must be at least 2 characters').max(100),
});

export const modelMetricsInService = z
  .object({
    modelId,
    metric: metricName.nullable(),
    score: z.number().nullable(),
    baselineScore: z.number().nullable(),
    metrics: modelMetrics,
    service: z
      .object({
        calls: z.number().int(),
        errorRate: z.number().nullable(),
        p50Ms: z.number().nullable(),
        p95Ms: z.number().nullable(),
      })
      .describe('calls with a key in the last 24 hours'),
  })
  .meta({ id: 'ModelMetricsInService' });

export const modelVersion = z
  .object({
    modelId,
    name: z.string(),
    type: modelType,
    version: z.number().int(),
    status: modelStatus,
    metric: metricName.nullable(),
    score: z.number().nullable(),
    label: z.enum(['stable', 'candidate']).nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'ModelVersion' });
export type ModelVersion = z.infer<typeof modelVersion>;

const params = z.object({ id: modelId });
const base = { tag: 'Models', auth: 'session' } as const;
const trainingErrors = [
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
  'TARGET_TOO_MANY_CLASSES',
  'TARGET_NOT_NUMERIC',
  'COLUMN_NOT_FOUND',
] as const;

export const modelRoutes = {
  list: defineRoute({
    ...base,
    id: 'listModels',
    method: 'get',
    path: '/models',
    summary: 'List models',
    query: pageQuery.extend({ apiId: apiId.optional() }),
    status: 200,
    response: paged(model),
    errors: ['UNAUTHENTICATED'],
  }),
  create: defineRoute({
    ...base,
    id: 'createModel',
    method: 'post',
    path: '/models',
    summary: 'Train a model on a dataset',
    body: createModelBody,
    status: 201,
    response: modelDetail,
    errors: trainingErrors,
  }),
  estimate: defineRoute({
    ...base,
    id: 'estimateTraining',
    method: 'post',
    path: '/models/estimate',
    summary: 'How long a training would take and how much memory, before it is started',
    body: createModelBody,
    status: 200,
    response: trainingEstimate,
    errors: trainingErrors,
  }),
  upload: defineRoute({
    ...base,
    id: 'uploadModel',
    method: 'post',
    path: '/models/onnx',
    summary: 'Check an ONNX model, score it on a dataset and publish it as a version',
    upload: true,
    maxUploadMb: onnxLimitMb,
    body: uploadModelBody,
    status: 201,
    response: modelDetail,
    errors: [...trainingErrors, 'UPLOAD_MISSING', 'UPLOAD_ABORTED', 'FILE_TOO_LARGE', 'ONNX_INVALID'],
  }),
  get: defineRoute({
    ...base,
    id: 'getModel',
    method: 'get',
    path: '/models/:id',
    summary: 'One model with its report',
    params,
    status: 200,
    response: modelDetail,
    errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  }),
  train: defineRoute({
    ...base,
    id: 'trainModel',
    method: 'post',
    path: '/models/:id/train',
    summary: 'Train again with the same settings, but for those that are given, as a new version',
    params,
    body: trainAgainBody,
    status: 201,
    response: modelDetail,
    errors: [...trainingErrors, 'CONFLICT'],
  }),
  stop: defineRoute({
    ...base,
    id: 'stopModel',
    method: 'post',
    path: '/models/:id/stop',
    summary: 'Stop training and keep the best model so far, or discard it',
    params,
    body: z.object({ mode: z.enum(['keep_best', 'discard']).default('keep_best') }),
    status: 202,
    response: modelDetail,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
  }),
  deploy: defineRoute({
    ...base,
    id: 'deployModel',
    method: 'post',
    path: '/models/:id/deploy',
    summary: 'Serve this model under its API',
    params,
    status: 200,
    response: deployment,
    errors: deployErrors,
  }),
  changes: defineRoute({
    ...base,
    id: 'getModelChanges',
    method: 'get',
    path: '/models/:id/changes',
    summary: 'What callers would meet that they do not now, if this model were deployed',
    params,
    status: 200,
    response: z.object({ data: z.array(deployChange) }),
    errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  }),
  metrics: defineRoute({
    ...base,
    id: 'getModelMetrics',
    method: 'get',
    path: '/models/:id/metrics',
    summary: 'Scores on held-out rows, and what the model does in service',
    params,
    status: 200,
    response: modelMetricsInService,
    errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  }),
  versions: defineRoute({
    ...base,
    id: 'listModelVersions',
    method: 'get',
    path: '/models/:id/versions',
    summary: 'All versions of the API that this model belongs to, with their labels',
    params,
    status: 200,
    response: z.object({ data: z.array(modelVersion) }),
    errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  }),
  rename: defineRoute({
    ...base,
    id: 'renameModel',
    method: 'put',
    path: '/models/:id',
    summary: 'Give a model another name',
    params,
    body: renameModelForm,
    status: 200,
    response: modelDetail,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'VALIDATION_FAILED'],
  }),
  remove: defineRoute({
    ...base,
    id: 'deleteModel',
    method: 'delete',
    path: '/models/:id',
    summary: 'Delete a model that is not deployed',
    params,
    status: 204,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'MODEL_DEPLOYED'],
  }),
} as const;
