import { z } from 'zod';
import { estimatorNames } from './custom-estimator.ts';
import { maxBudgets } from './training.ts';

const plannedFits = z
  .object({
    modelType: z.enum(['auto', 'xgboost', 'random_forest', 'neural_network', 'custom']),
    estimator: z.enum(estimatorNames).nullable().describe('the estimator if modelType is custom'),
    fixedSeconds: z.number().describe('fixed time before and after these fits'),
    seconds: z.number().describe('time until the search has tried all candidates'),
    memoryBytes: z.number().int(),
    scaledBy: z
      .array(
        z.object({
          parameter: z.string(),
          usual: z.number().describe('the value that the estimate assumes'),
          most: z.number().optional().describe('larger values do not increase the time'),
        }),
      )
      .describe('settings that increase the time'),
  })
  .meta({ id: 'PlannedFits' });

/** Estimated cost of a training on the reference machine, from the table and its target. */
export const workload = z
  .object({
    fixedSeconds: z
      .number()
      .describe('time for reading, blending, the report and publishing, for every model type'),
    fits: z.array(plannedFits),
    pace: z
      .number()
      .describe('duration of a short benchmark on this machine, relative to the reference machine'),
  })
  .meta({ id: 'Workload' });
export type Workload = z.infer<typeof workload>;

/** Estimated and actual cost of a training. */
export const trainingCost = z
  .object({
    estimatedSeconds: z.number(),
    seconds: z.number(),
    estimatedMemoryBytes: z.number().int(),
    memoryBytes: z.number().int().describe('peak memory of all processes of the training'),
    pace: z
      .number()
      .nullable()
      .describe('duration of the fits relative to the reference machine; null if there were none'),
  })
  .meta({ id: 'TrainingCost' });
export type TrainingCost = z.infer<typeof trainingCost>;

/** Estimate that is shown before a training. */
export const trainingEstimate = z
  .object({
    status: z
      .enum(['running', 'ready', 'unknown'])
      .describe('running: the estimate is computed by the data checks, and an event reports when they end'),
    seconds: z.number().nullable().describe('most likely duration'),
    lowSeconds: z.number().nullable().describe('lower end of the likely range'),
    highSeconds: z
      .number()
      .nullable()
      .describe(
        'upper end of the likely range; wider until a training on this installation has finished, and never above the budget',
      ),
    memoryBytes: z.number().nullable(),
    takesBudget: z
      .boolean()
      .describe(
        `whether the training is expected to end at its time limit (the budget, or ${maxBudgets} budgets if reproducible) before all candidates are tried`,
      ),
    trainings: z.number().int().describe('number of earlier trainings that the estimate is based on'),
  })
  .meta({ id: 'TrainingEstimate' });
export type TrainingEstimate = z.infer<typeof trainingEstimate>;
