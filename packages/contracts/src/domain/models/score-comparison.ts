import { z } from 'zod';
import { metricName } from './training.ts';

/** Why a score or its interval is not available. */
export const scoreGaps = ['one_class', 'one_value', 'too_large', 'too_few'] as const;
export type ScoreGap = (typeof scoreGaps)[number];

export const scoreDifference = z.object({ low: z.number(), high: z.number() }).meta({
  id: 'ScoreDifference',
  description:
    '95 % bootstrap interval of the score of one model less that of another, drawn from the same rows.',
});

export const scoreInterval = z
  .object({
    metric: metricName,
    label: z.string().optional().describe('of two classes the one that an F1 is of'),
    value: z.number().nullable(),
    low: z.number().nullable(),
    high: z.number().nullable(),
    gap: z
      .enum(scoreGaps)
      .optional()
      .describe(
        'why something is null: the scored rows are all of one class, all have one value, hold numbers too large for ' +
          'the metric, or they, or their groups, are too few for an interval',
      ),
    difference: scoreDifference
      .optional()
      .describe('of what a model is compared with: how far the score of the model lies above this one'),
  })
  .meta({ id: 'ScoreInterval', description: 'Score on evaluated rows with a 95 % bootstrap interval.' });

export const point = z.object({ x: z.number(), y: z.number() }).meta({ id: 'Point' });
