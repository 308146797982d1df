import { z } from 'zod';
import { apiId, deploymentId, modelId, rolloutId } from '../ids.ts';
import { why } from '../models/reason.ts';
import { deployChange } from './deployment.ts';

export const rolloutGates = z
  .object({
    maxErrorRate: z.number().min(0).max(1).nullable().describe('share of calls answered with 5xx'),
    maxRefusalRate: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('how much larger than that of the stable model the share of refused calls may be'),
    maxP95Ms: z.number().positive().max(300_000).nullable(),
    maxScoreDrift: z
      .number()
      .positive()
      .max(100)
      .nullable()
      .describe("distance of the mean scores, in standard deviations of the stable model's"),
    minCalls: z
      .number()
      .int()
      .min(1)
      .max(100_000)
      .describe('calls before a gate is looked at; of both models for the drift'),
  })
  .meta({ id: 'RolloutGates', description: 'The candidate is taken back when one of these is exceeded.' });
export type RolloutGates = z.infer<typeof rolloutGates>;

export const defaultRolloutGates: RolloutGates = {
  maxErrorRate: 0.02,
  maxRefusalRate: 0.1,
  maxP95Ms: null,
  maxScoreDrift: 1,
  minCalls: 50,
};

export const rolloutFigures = z
  .object({
    calls: z.number().int(),
    errorRate: z.number().nullable(),
    refusalRate: z
      .number()
      .nullable()
      .describe(
        'share of calls whose rows did not fit (ROW_INVALID); those refused for anything else are no calls here',
      ),
    p95Ms: z.number().nullable(),
    meanScore: z.number().nullable(),
  })
  .meta({ id: 'RolloutFigures' });

export const rolloutModes = ['canary', 'shadow'] as const;

/** Share of the keys where none is named: a shadow's answers reach nobody. */
export const defaultPercent = { canary: 10, shadow: 100 } as const;

export const rollout = z
  .object({
    id: rolloutId,
    apiId,
    deploymentId,
    modelId,
    modelName: z.string(),
    modelVersion: z.number().int(),
    mode: z.enum(rolloutModes),
    percent: z
      .number()
      .int()
      .min(0)
      .max(100)
      .describe('share of the keys that the candidate answers, or is asked beside the other for'),
    gates: rolloutGates,
    status: z.enum(['running', 'promoted', 'rolled_back', 'stopped']),
    reason: z.string().nullable().describe('why it was taken back, in plain words'),
    why,
    figures: z
      .object({
        stable: rolloutFigures,
        candidate: rolloutFigures,
        scoreDrift: z.number().nullable(),
        shadow: z
          .object({ rows: z.number().int(), differing: z.number().int(), maxDelta: z.number() })
          .nullable(),
      })
      .nullable(),
    startedBy: z.string().nullable(),
    startedAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    warnings: z
      .array(deployChange)
      .optional()
      .describe("how its fields and answers differ from the stable model's; reported when it is started"),
  })
  .meta({ id: 'Rollout' });
export type Rollout = z.infer<typeof rollout>;

const answered = z.union([z.string(), z.number(), z.boolean()]).nullable();

export const shadowDifference = z
  .object({
    row: z.number().int().describe('counted from 0, in the order sent'),
    stable: answered,
    candidate: answered,
    delta: z.number().describe('distance of the numbers, or of the probabilities'),
  })
  .meta({ id: 'ShadowDifference' });

export const shadowAnswer = z
  .object({
    callId: z.string(),
    at: z.iso.datetime(),
    status: z.number().int(),
    latencyMs: z.number(),
    rows: z.number().int(),
    differing: z.number().int(),
    maxDelta: z.number(),
    differences: z
      .array(shadowDifference)
      .describe('at most a hundred; none of an API that keeps no texts (loggingEnabled is off)'),
  })
  .meta({ id: 'ShadowAnswer', description: 'What the candidate would have answered to a call.' });
