import { z } from 'zod';
import { point } from './score-comparison.ts';

export const residualSummary = z
  .object({
    mean: z.number(),
    standardDeviation: z.number(),
    medianAbsolute: z.number(),
    largestAbsolute: z.number(),
    quantiles: z
      .array(z.object({ share: z.number(), value: z.number() }))
      .describe('quantiles of actual minus predicted at 0.05, 0.25, 0.5, 0.75 and 0.95'),
  })
  .meta({ id: 'ResidualSummary' });

export const residualDecile = z
  .object({
    from: z.number().describe('smallest prediction in this decile'),
    to: z.number(),
    rows: z.number().int(),
    meanPredicted: z.number(),
    meanActual: z.number(),
    meanAbsoluteError: z.number(),
  })
  .meta({ id: 'ResidualDecile' });

export const errorQuantile = z
  .object({
    share: z.number(),
    value: z.number().describe('this share of the absolute errors is at most this large'),
    low: z.number().describe('95 % interval'),
    high: z.number(),
  })
  .meta({ id: 'ErrorQuantile' });

export const typicalValue = z
  .object({
    low: z.number().describe('10th percentile of the true values'),
    median: z.number(),
    high: z.number().describe('90th percentile'),
  })
  .meta({ id: 'TypicalValue' });

export const regressionReport = z
  .object({
    predictedVersusActual: z.array(point).describe('up to 500 evaluated rows: actual, predicted'),
    residualHistogram: z.array(z.object({ from: z.number(), to: z.number(), count: z.number().int() })),
    residuals: residualSummary.nullish(),
    absoluteErrors: z
      .array(errorQuantile)
      .optional()
      .describe('quantiles of the absolute error at 0.05, 0.1, … 0.95 and 1'),
    typical: typicalValue.nullish().describe('the true values of the evaluated rows'),
    deciles: z.array(residualDecile).optional().describe('deciles of the rows by increasing prediction'),
  })
  .meta({ id: 'RegressionReport' });
