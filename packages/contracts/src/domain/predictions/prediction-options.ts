import { z } from 'zod';

export const costMatrix = z
  .record(z.string(), z.record(z.string(), z.number()))
  .describe(
    'costs[true class][predicted class]; omitted pairs cost 0 for a correct class, 1 for a wrong one',
  );

export const counterfactualQuery = z
  .object({
    prediction: z
      .union([z.string(), z.number(), z.boolean()])
      .optional()
      .describe('classification: the desired class; by default any class other than the predicted one'),
    atLeast: z.number().optional().describe('regression: the desired minimum value'),
    atMost: z.number().optional().describe('regression: the desired maximum value'),
    fixed: z.array(z.string()).max(10_000).optional().describe('fields that must not change'),
  })
  .meta({ id: 'CounterfactualQuery' });

export const predictionOptions = z
  .object({
    interval: z
      .number()
      .min(0.5)
      .max(0.99)
      .optional()
      .describe(
        'target coverage, such as 0.9: returns an interval for a number, a prediction set for classes',
      ),
    topK: z
      .number()
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .describe('return this many of the most likely classes'),
    threshold: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe(
        'with two classes, the positive class is returned when its probability is at least this value',
      ),
    costs: costMatrix.optional().describe('cost matrix; the class with the lowest expected cost is returned'),
    explain: z.boolean().optional().describe('return the contribution of each field; at most 100 rows'),
    counterfactual: counterfactualQuery
      .optional()
      .describe('return the smallest change that flips the prediction; at most 10 rows'),
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
    exact: z.boolean().describe('false if permutations of the fields were sampled'),
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
    .describe('prediction set: contains the true class with the target coverage'),
  topK: z.array(z.object({ label: z.string(), probability: z.number() })).optional(),
  expectedCost: z.number().optional(),
  explanation: explanation.optional(),
  counterfactual: counterfactual.nullish().describe('null if no such row was found'),
};
