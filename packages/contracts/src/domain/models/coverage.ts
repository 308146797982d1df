import { z } from 'zod';

export const coverageLevel = z
  .object({
    asked: z.number(),
    found: z.number().describe('share of rows whose interval or set held the truth'),
    low: z.number().describe('95 % interval of the share found'),
    high: z.number(),
    rows: z.number().int(),
    meanWidth: z.number().nullable().describe('regression: in units of the target'),
    meanSetSize: z.number().nullable().describe('classification: classes in a set'),
  })
  .meta({ id: 'CoverageLevel' });

export const conformalSummary = z
  .object({
    method: z.string().describe('such as "cv_plus_normalised" or "adaptive_prediction_sets"'),
    calibrationRows: z.number().int(),
    source: z
      .enum(['holdout', 'cross_calibration', 'later_rows'])
      .describe(
        'where the coverage was found: on held-out rows, on parts of the rows that calibrated others, or on runs of rows in time that those before them calibrated',
      ),
    levels: z.array(coverageLevel),
  })
  .meta({ id: 'ConformalSummary' });
