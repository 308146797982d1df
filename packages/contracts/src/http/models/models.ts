import { z } from 'zod';
import { deployChange, deployment } from '../../domain/apis/deployment.ts';
import { apiId, modelId } from '../../domain/ids.ts';
import { onnxLimitMb } from '../../domain/models/custom-estimator.ts';
import { model, modelDetail, modelMetrics, modelType } from '../../domain/models/model.ts';
import { scoreInterval } from '../../domain/models/score-comparison.ts';
import { metricName } from '../../domain/models/training.ts';
import { trainingEstimate } from '../../domain/models/training-estimate.ts';
import { nameText } from '../../domain/name.ts';
import { modelStatus, modelStatuses } from '../../domain/status.ts';
import { deployErrors } from '../apis/deploy-errors.ts';
import { paged, pageQuery, sortOrder } from '../paging.ts';
import { defineRoute } from '../route.ts';
import {
  createModelBody,
  readingErrors,
  trainAgainBody,
  trainingErrors,
  uploadModelBody,
} from './training.ts';

export const renameModelForm = z.object({
  name: nameText({ min: 2, tooShort: 'Name must be at least 2 characters' }),
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
      .describe(
        'calls with a key in the last 24 hours, as far as they are among the newest 50,000 calls of the API',
      ),
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
    interval: scoreInterval.nullable().describe('the score with its interval'),
    baselineScore: z.number().nullable(),
    scoredOn: model.shape.scoredOn,
    label: z.enum(['stable', 'candidate']).nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'ModelVersion' });
export type ModelVersion = z.infer<typeof modelVersion>;

export const modelSorts = ['created', 'version', 'score', 'status'] as const;
export type ModelSort = (typeof modelSorts)[number];

const listModelsQuery = pageQuery.extend({
  apiId: apiId.optional(),
  search: z.string().max(100).optional().describe('a part of the version and the name, such as v3 Income'),
  status: z.enum(['all', ...modelStatuses]).default('all'),
  sort: z.enum(modelSorts).default('created'),
  order: sortOrder,
});

const params = z.object({ id: modelId });
const base = { tag: 'Models', auth: 'session' } as const;

export const modelRoutes = {
  list: defineRoute({
    ...base,
    id: 'listModels',
    method: 'get',
    path: '/models',
    summary: 'List models',
    description: 'Returns a page of models. Supports search, filters and sorting.',
    query: listModelsQuery,
    status: 200,
    response: paged(model),
    errors: ['UNAUTHENTICATED'],
  }),
  create: defineRoute({
    ...base,
    id: 'createModel',
    method: 'post',
    path: '/models',
    summary: 'Train a model',
    description:
      'Starts a training on a dataset. Follow the events or poll the model for its progress. Columns with two equally likely readings are refused with `COLUMNS_AMBIGUOUS`, unless `readings` chooses one or they are excluded.',
    body: createModelBody,
    status: 201,
    response: modelDetail,
    errors: [...trainingErrors, ...readingErrors, 'TOO_MANY_TRAININGS', 'TRAINING_HOURS_EXCEEDED'],
  }),
  estimate: defineRoute({
    ...base,
    id: 'estimateTraining',
    method: 'post',
    path: '/models/estimate',
    summary: 'Estimate a training',
    description:
      'Returns the expected time and memory of a training with these settings, without starting it.',
    body: createModelBody,
    status: 200,
    response: trainingEstimate,
    errors: [...trainingErrors, 'COLUMNS_AMBIGUOUS', 'TOO_MANY_LOOK_THROUGHS'],
  }),
  upload: defineRoute({
    ...base,
    id: 'uploadModel',
    method: 'post',
    path: '/models/onnx',
    summary: 'Upload an ONNX model',
    description: 'Validates the model, scores it on a dataset and publishes it as a version.',
    upload: true,
    maxUploadMb: onnxLimitMb,
    body: uploadModelBody,
    status: 201,
    response: modelDetail,
    errors: [
      ...trainingErrors,
      'UPLOAD_MISSING',
      'UPLOAD_ABORTED',
      'FILE_TOO_LARGE',
      'ONNX_INVALID',
      'TOO_MANY_TRAININGS',
      'TRAINING_HOURS_EXCEEDED',
    ],
  }),
  get: defineRoute({
    ...base,
    id: 'getModel',
    method: 'get',
    path: '/models/:id',
    summary: 'Get a model',
    description: 'Returns the model with its report, or with its progress while it trains.',
    params,
    status: 200,
    response: modelDetail,
    errors: ['UNAUTHENTICATED', 'NOT_FOUND'],
  }),
  bundle: defineRoute({
    ...base,
    id: 'downloadModelBundle',
    method: 'get',
    path: '/models/:id/bundle',
    summary: 'Download the model bundle',
    description: 'Returns the signed bundle that the model server loads.',
    params,
    status: 200,
    download: ['application/octet-stream'],
    errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'MODEL_NOT_READY', 'BUNDLE_INVALID', 'STORED_DATA_DAMAGED'],
  }),
  report: defineRoute({
    ...base,
    id: 'downloadModelReport',
    method: 'get',
    path: '/models/:id/report',
    summary: 'Download the model report',
    description: 'Returns the report as a JSON file.',
    params,
    status: 200,
    download: ['application/json'],
    errors: ['UNAUTHENTICATED', 'NOT_FOUND', 'MODEL_NOT_READY'],
  }),
  train: defineRoute({
    ...base,
    id: 'trainModel',
    method: 'post',
    path: '/models/:id/train',
    summary: 'Retrain a model',
    description:
      'Starts a training with the settings of this model, changed by those that are sent, as a new version.',
    params,
    body: trainAgainBody,
    status: 201,
    response: modelDetail,
    errors: [...trainingErrors, 'CONFLICT', 'TOO_MANY_TRAININGS', 'TRAINING_HOURS_EXCEEDED'],
  }),
  stop: defineRoute({
    ...base,
    id: 'stopModel',
    method: 'post',
    path: '/models/:id/stop',
    summary: 'Stop a training',
    description: 'Keeps the best model found so far, or discards the training.',
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
    summary: 'Deploy this model',
    description: 'Deploys the model to the API that it belongs to.',
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
    summary: 'Compare with the deployed contract',
    description:
      'Returns the differences that callers would meet if this model were deployed: added, removed or changed fields and classes.',
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
    summary: 'Get model metrics',
    description: 'Returns scores on held-out rows and figures from production traffic.',
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
    summary: 'List versions of a model',
    description:
      'Returns the newest 200 versions of the same API, including the deployed ones, with their labels.',
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
    summary: 'Rename a model',
    description: 'Changes the display name. Versions and callers are not affected.',
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
    summary: 'Delete a model',
    description: 'Deletes a model that is not deployed.',
    params,
    status: 204,
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'MODEL_DEPLOYED'],
  }),
} as const;
