import { z } from 'zod';
import { apiId, deploymentId, modelId, rolloutId } from '../ids.ts';
import { why } from '../models/reason.ts';
import { deployChange } from './deployment.ts';

export const rolloutGates = z
  .object({
    maxErrorRate: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('maximum share of requests with a 5xx response'),
    maxRefusalRate: z
      .number()
      .min(0)
      .max(1)
      .nullable()
      .describe('maximum amount by which the share of rejected requests may exceed that of the stable model'),
    maxP95Ms: z.number().positive().max(300_000).nullable(),
    maxScoreDrift: z
      .number()
      .positive()
      .max(100)
      .nullable()
      .describe("maximum difference of the mean scores, in standard deviations of the stable model's scores"),
    minCalls: z
      .number()
      .int()
      .min(1)
      .max(100_000)
      .describe('minimum number of requests before a gate is checked; for the score drift, of both models'),
  })
  .meta({
    id: 'RolloutGates',
    description: 'The candidate is rolled back when it exceeds one of these limits.',
  });
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
        'share of requests rejected with ROW_INVALID; requests rejected for other reasons are not counted',
      ),
    p95Ms: z.number().nullable(),
    meanScore: z.number().nullable(),
  })
  .meta({ id: 'RolloutFigures' });

export const rolloutModes = ['canary', 'shadow'] as const;

/** By request, a share of the calls of every key; by key, all calls of a share of the keys. */
export const rolloutSplits = ['request', 'key'] as const;
export type RolloutSplit = (typeof rolloutSplits)[number];

/** Share where none is named: a shadow's answers reach nobody. */
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
      .describe('percentage of requests, or of API keys, that go to the candidate or are mirrored to it'),
    splitBy: z
      .enum(rolloutSplits)
      .describe('whether each request is assigned to a model, or each API key with all its requests'),
    gates: rolloutGates,
    status: z.enum(['running', 'promoted', 'rolled_back', 'stopped']),
    reason: z.string().nullable().describe('why it was rolled back, in English'),
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
      .describe(
        'differences from the fields and predictions of the stable model; set when the rollout starts',
      ),
  })
  .meta({ id: 'Rollout' });
export type Rollout = z.infer<typeof rollout>;

const answered = z.union([z.string(), z.number(), z.boolean()]).nullable();

export const shadowDifference = z
  .object({
    row: z.number().int().describe('counted from 0, in the order sent'),
    stable: answered,
    candidate: answered,
    delta: z.number().describe('absolute difference of the numbers or probabilities'),
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
    differences: z.array(shadowDifference).describe('at most 100; empty if loggingEnabled is off'),
  })
  .meta({ id: 'ShadowAnswer', description: 'The response of the candidate to a mirrored request.' });
