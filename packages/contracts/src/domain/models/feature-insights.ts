import { z } from 'zod';
import { metricName } from './training.ts';

export const fieldKind = z.enum(['number', 'boolean', 'category', 'datetime', 'text']);

export const featureImportance = z
  .object({ column: z.string(), importance: z.number(), spread: z.number() })
  .meta({ id: 'FeatureImportance', description: 'Drop in the primary metric when the column is shuffled.' });

export const dependenceStep = z
  .object({
    value: z
      .number()
      .nullable()
      .describe('seconds since 1970 for dates; null for categories and for missing'),
    category: z.string().nullable().describe('null for numbers, dates and for missing'),
    missing: z.boolean(),
    share: z.number().describe('share of training rows at or nearest to this step'),
  })
  .meta({ id: 'DependenceStep' });

export const dependenceLine = z
  .object({
    label: z.string().nullable().describe('the class whose probability is shown; null for a number'),
    mean: z.array(z.number()).describe('mean prediction at each step'),
    low: z.array(z.number()).describe('10th percentile of the predictions'),
    high: z.array(z.number()).describe('90th percentile of the predictions'),
  })
  .meta({ id: 'DependenceLine' });

export const partialDependence = z
  .object({
    column: z.string(),
    kind: fieldKind,
    rows: z.number().int().describe('number of rows that the predictions are averaged over'),
    steps: z.array(dependenceStep),
    lines: z.array(dependenceLine),
  })
  .meta({ id: 'PartialDependence', description: 'Answers when one field is set to each of its values.' });

export const slice = z
  .object({
    column: z.string(),
    kind: fieldKind,
    category: z.string().nullable(),
    from: z.number().nullable().describe('seconds since 1970 for dates'),
    to: z.number().nullable(),
    missing: z.boolean().describe('the rows where the field is missing'),
    rows: z.number().int(),
    score: z.number(),
    low: z.number().describe('95 % interval'),
    high: z.number(),
  })
  .meta({ id: 'Slice' });

export const sliceTable = z
  .object({
    metric: metricName.describe('the primary metric if it is a mean over rows, else another metric that is'),
    overall: z.number(),
    tested: z.number().int().describe('number of slices compared with the other rows'),
    slices: z
      .array(slice)
      .describe('slices with a significantly worse score than the other rows, worst first'),
  })
  .meta({ id: 'SliceTable' });
