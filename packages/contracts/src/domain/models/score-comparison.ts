import { z } from 'zod';
import { metricName } from './training.ts';

/** Why a score or its interval is not available. */
export const scoreGaps = ['one_class', 'one_value', 'too_large', 'too_few'] as const;
export type ScoreGap = (typeof scoreGaps)[number];

export const scoreDifference = z.object({ low: z.number(), high: z.number() }).meta({
  id: 'ScoreDifference',
  description: '95 % bootstrap interval of the score difference of two models on the same rows.',
});

export const scoreInterval = z
  .object({
    metric: metricName,
    label: z.string().optional().describe('the positive class that F1 refers to, with two classes'),
    value: z.number().nullable(),
    low: z.number().nullable(),
    high: z.number().nullable(),
    gap: z
      .enum(scoreGaps)
      .optional()
      .describe(
        'why a value is null: the scored rows have one class, have one value, contain numbers too large for the metric, ' +
          'or are too few (or have too few groups) for an interval',
      ),
    difference: scoreDifference
      .optional()
      .describe('only for a reference model: how much higher the score of the model is'),
  })
  .meta({ id: 'ScoreInterval', description: 'Score on evaluated rows with a 95 % bootstrap interval.' });

export const point = z.object({ x: z.number(), y: z.number() }).meta({ id: 'Point' });
