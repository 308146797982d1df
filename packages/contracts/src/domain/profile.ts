import { z } from 'zod';

export const columnTypes = [
  'number',
  'integer',
  'boolean',
  'category',
  'datetime',
  'text',
  'identifier',
  'constant',
] as const;
export const columnType = z.enum(columnTypes).meta({ id: 'ColumnType' });
export type ColumnType = z.infer<typeof columnType>;

export const histogramBin = z
  .object({ from: z.number(), to: z.number(), count: z.number().int() })
  .meta({ id: 'HistogramBin', description: 'Dates are given as seconds since 1970.' });

export const valueCount = z.object({ value: z.string(), count: z.number().int() }).meta({ id: 'ValueCount' });

export const lintCodes = [
  'CONSTANT_COLUMN',
  'IDENTIFIER_COLUMN',
  'MOSTLY_MISSING',
  'HIGH_CARDINALITY',
  'DUPLICATE_ROWS',
  'DUPLICATE_COLUMN',
  'REJECTED_ROWS',
  'ENCODING_CONVERTED',
  'MISSING_MARKERS',
  'PERSONAL_DATA',
  'HEADER_RENAMED',
  'HEADER_NUMERIC',
  'SKEWED',
  'MIXED_TYPES',
] as const;

export const lintFinding = z
  .object({
    code: z.enum(lintCodes),
    severity: z.enum(['info', 'warning']),
    column: z.string().nullable(),
    message: z.string(),
    rows: z
      .array(z.number().int())
      .describe('up to 20 row numbers as evidence, counted from 1 without the header'),
    lines: z.array(z.number().int()).describe('up to 20 line numbers of the file, counted from 1'),
  })
  .meta({ id: 'LintFinding' });
export type LintFinding = z.infer<typeof lintFinding>;

export const columnProfile = z
  .object({
    name: z.string(),
    type: columnType,
    missing: z.number().int(),
    distinct: z.number().int().describe('approximate above 100,000 rows'),
    min: z.number().nullable(),
    max: z.number().nullable(),
    mean: z.number().nullable(),
    std: z.number().nullable(),
    quantiles: z.array(z.number()).describe('0, 5, 25, 50, 75, 95 and 100 %; empty when not numeric'),
    histogram: z.array(histogramBin),
    topValues: z.array(valueCount),
    examples: z.array(z.string()),
  })
  .meta({ id: 'ColumnProfile' });
export type ColumnProfile = z.infer<typeof columnProfile>;

export const dialect = z
  .object({
    format: z.enum(['csv', 'jsonl']),
    encoding: z.string(),
    delimiter: z.string(),
    quote: z.string(),
    decimal: z.enum(['.', ',']),
    compressed: z.boolean(),
  })
  .meta({ id: 'Dialect' });

export const tableProfile = z
  .object({
    rows: z.number().int(),
    columns: z.array(columnProfile),
    rejectedRows: z.number().int(),
    duplicateRows: z.number().int(),
    dialect,
    findings: z.array(lintFinding),
    suggestedTarget: z.string().nullable(),
  })
  .meta({ id: 'TableProfile' });
export type TableProfile = z.infer<typeof tableProfile>;
