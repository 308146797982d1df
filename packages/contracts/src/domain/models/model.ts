import { z } from 'zod';
import { failure } from '../../errors/body.ts';
import { apiId, datasetId, modelId } from '../ids.ts';
import { modelStatus } from '../status.ts';
import { report } from './report.ts';
import { scoreGaps } from './score-comparison.ts';
import { metricName, task, trainingConfig, trainingProgress } from './training.ts';

export const modelTypes = ['auto', 'xgboost', 'random_forest', 'neural_network', 'custom'] as const;
export const modelType = z.enum(modelTypes).meta({ id: 'ModelType' });

export const modelMetrics = z
  .object({
    precision: z.number().nullable(),
    recall: z.number().nullable(),
    f1Score: z
      .number()
      .nullable()
      .describe('mean over the classes; the score named f1 is of the second of two classes'),
    loss: z.number().nullable(),
  })
  .meta({ id: 'ModelMetrics', description: 'Macro averages on held-out rows; null for regression.' });

export const queuePosition = z
  .object({
    position: z
      .number()
      .int()
      .min(1)
      .describe('1 for the training that starts next, counting all workspaces'),
    estimatedStart: z.iso
      .datetime()
      .nullable()
      .describe('from the time budgets of the trainings before it; null if no worker is running'),
  })
  .meta({ id: 'QueuePosition' });
export type QueuePosition = z.infer<typeof queuePosition>;

export const model = z
  .object({
    id: modelId,
    apiId,
    datasetId: datasetId.nullable(),
    name: z.string(),
    type: modelType,
    status: modelStatus,
    queue: queuePosition
      .nullable()
      .describe('of a queued training; null when it is far back, and for others'),
    version: z.number().int(),
    targetColumn: z.string(),
    task: task.nullable(),
    metric: metricName.nullable(),
    score: z.number().nullable(),
    scoreGap: z
      .enum(scoreGaps)
      .nullable()
      .describe('why a trained model has no score, or none with an interval'),
    baselineScore: z.number().nullable(),
    scoredOn: z
      .string()
      .nullable()
      .describe(
        'fingerprint of the scored rows, target and metric; scores of versions are comparable only if it is equal. ' +
          'null for models scored before it was stored',
      ),
    accuracy: z.number().nullable(),
    metrics: modelMetrics,
    timeBudgetSeconds: z.number(),
    reproducible: z
      .boolean()
      .describe('the training ends after a fixed number of models instead of a time limit'),
    deployed: z.boolean(),
    stopRequested: z.boolean(),
    stopMode: z.enum(['keep_best', 'discard']).nullish().describe('how a user asked the training to end'),
    progress: trainingProgress.nullable(),
    error: failure.nullable(),
    bundleHash: z.string().nullable(),
    bundleBytes: z.number().int().nullable(),
    createdAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Model' });
export type Model = z.infer<typeof model>;

export const modelDetail = model
  .extend({
    settings: trainingConfig.describe('settings of the training'),
    report: report.nullable(),
  })
  .meta({ id: 'ModelDetail' });
export type ModelDetail = z.infer<typeof modelDetail>;
