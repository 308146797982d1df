import { z } from 'zod';
import { estimatorNames } from './custom-estimator.ts';
import { maxBudgets } from './training.ts';

const plannedFits = z
  .object({
    modelType: z.enum(['auto', 'xgboost', 'random_forest', 'neural_network', 'custom']),
    estimator: z.enum(estimatorNames).nullable().describe('of a custom model'),
    fixedSeconds: z.number().describe('of what comes before and after the fits of this kind'),
    seconds: z.number().describe('until everything was tried that would be tried'),
    memoryBytes: z.number().int(),
    scaledBy: z
      .array(
        z.object({
          parameter: z.string(),
          usual: z.number().describe('gives these seconds'),
          most: z.number().optional().describe('more than this takes no longer'),
        }),
      )
      .describe('settings that the seconds grow with'),
  })
  .meta({ id: 'PlannedFits' });

/** What a training costs as far as the table and its target tell, at the reference machine's pace. */
export const workload = z
  .object({
    fixedSeconds: z.number().describe('reading, blending, report and publishing, of any kind'),
    fits: z.array(plannedFits),
    pace: z
      .number()
      .describe('seconds that a short trial took here for each that the reference machine takes'),
  })
  .meta({ id: 'Workload' });
export type Workload = z.infer<typeof workload>;

/** What a training was expected to take, and what it took. */
export const trainingCost = z
  .object({
    estimatedSeconds: z.number(),
    seconds: z.number(),
    estimatedMemoryBytes: z.number().int(),
    memoryBytes: z.number().int().describe('at the most, with all of its processes'),
    pace: z
      .number()
      .nullable()
      .describe('seconds of the fits for each second that the reference machine takes; null without any'),
  })
  .meta({ id: 'TrainingCost' });
export type TrainingCost = z.infer<typeof trainingCost>;

/** What is said before a training. */
export const trainingEstimate = z
  .object({
    status: z
      .enum(['running', 'ready', 'unknown'])
      .describe('a running one is found with the lint of the table, whose end is announced'),
    seconds: z.number().nullable().describe('the likeliest'),
    lowSeconds: z.number().nullable().describe('it hardly takes less'),
    highSeconds: z
      .number()
      .nullable()
      .describe(
        'it hardly takes more; wide before any training here reported the pace, and never beyond the budget',
      ),
    memoryBytes: z.number().nullable(),
    takesBudget: z
      .boolean()
      .describe(
        `whether the time budget ends it, or ${maxBudgets} of them, and not the want of things to try`,
      ),
    trainings: z.number().int().describe('earlier trainings here that the pace was learned from'),
  })
  .meta({ id: 'TrainingEstimate' });
export type TrainingEstimate = z.infer<typeof trainingEstimate>;
