import { z } from 'zod';

export const costMatrix = z
  .record(z.string(), z.record(z.string(), z.number()))
  .describe('costs[true class][predicted class]; a pair that is left out costs 0 on the diagonal, else 1');

export const counterfactualQuery = z
  .object({
    prediction: z
      .union([z.string(), z.number(), z.boolean()])
      .optional()
      .describe('classification: the class wanted; left out, any other class than the one answered'),
    atLeast: z.number().optional().describe('regression: the value wanted'),
    atMost: z.number().optional(),
    fixed: z.array(z.string()).max(10_000).optional().describe('fields that must stay as they are'),
  })
  .meta({ id: 'CounterfactualQuery' });

export const predictionOptions = z
  .object({
    interval: z
      .number()
      .min(0.5)
      .max(0.99)
      .optional()
      .describe('coverage, such as 0.9: an interval for a number, a set for classes'),
    topK: z.number().int().min(1).max(10_000).optional().describe('the likeliest classes'),
    threshold: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('of two classes, the positive one is answered from this probability of it on'),
    costs: costMatrix.optional().describe('the class with the least expected cost is answered'),
    explain: z.boolean().optional().describe('contributions of each field; at most 100 rows'),
    counterfactual: counterfactualQuery
      .optional()
      .describe('the nearest row with another answer; at most 10 rows'),
  })
  .meta({ id: 'PredictionOptions' });
export type PredictionOptions = z.infer<typeof predictionOptions>;

const cell = z.union([z.string(), z.number(), z.boolean()]).nullable();

export const explanation = z
  .object({
    label: z.string().nullable().describe('the class explained; null for a number'),
    scale: z.enum(['log_odds', 'value']),
    base: z.number().describe('mean score of the background rows'),
    score: z.number().describe('base plus all contributions'),
    contributions: z
      .array(z.object({ field: z.string(), value: cell, contribution: z.number() }))
      .describe('largest first'),
    exact: z.boolean().describe('false where permutations of the fields were sampled'),
  })
  .meta({ id: 'Explanation' });

export const counterfactual = z
  .object({
    changes: z.array(z.object({ field: z.string(), from: cell, to: cell })),
    prediction: z.union([z.string(), z.number(), z.boolean()]),
    probability: z.number().nullable().describe('of that class; null for a number'),
  })
  .meta({ id: 'Counterfactual' });

/** What a prediction carries only when it was asked for. */
export const answerExtras = {
  interval: z.object({ coverage: z.number(), low: z.number(), high: z.number() }).optional(),
  set: z
    .object({ coverage: z.number(), labels: z.array(z.string()) })
    .optional()
    .describe('classes that hold the true one with this coverage'),
  topK: z.array(z.object({ label: z.string(), probability: z.number() })).optional(),
  expectedCost: z.number().optional(),
  explanation: explanation.optional(),
  counterfactual: counterfactual.nullish().describe('null when no such row was found'),
};
