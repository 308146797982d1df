import { z } from 'zod';

export const coverageLevel = z
  .object({
    asked: z.number(),
    found: z
      .number()
      .describe('empirical coverage: share of rows whose interval or set contains the true value'),
    low: z.number().describe('95 % interval of the empirical coverage'),
    high: z.number(),
    rows: z.number().int(),
    meanWidth: z.number().nullable().describe('regression: mean interval width, in units of the target'),
    meanSetSize: z.number().nullable().describe('classification: mean number of classes in a set'),
  })
  .meta({ id: 'CoverageLevel' });

export const conformalSummary = z
  .object({
    method: z.string().describe('such as "cv_plus_normalised" or "adaptive_prediction_sets"'),
    calibrationRows: z.number().int(),
    source: z
      .enum(['holdout', 'cross_calibration', 'later_rows'])
      .describe(
        'how coverage was measured: on held-out rows, by cross-calibration, or on later rows with calibration on earlier ones',
      ),
    levels: z.array(coverageLevel),
  })
  .meta({ id: 'ConformalSummary' });
