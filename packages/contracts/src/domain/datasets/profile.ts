import { z } from 'zod';
import { appliedStep, pinnedTypes, recipe } from './cleaning-recipe.ts';
import { lintFinding } from './finding.ts';

export const columnTypes = [...pinnedTypes, 'constant'] as const;
export const columnType = z.enum(columnTypes).meta({ id: 'ColumnType' });
export type ColumnType = z.infer<typeof columnType>;

export const histogramBin = z
  .object({ from: z.number(), to: z.number(), count: z.number().int() })
  .meta({ id: 'HistogramBin', description: 'Dates are given as seconds since 1970.' });

export const valueCount = z.object({ value: z.string(), count: z.number().int() }).meta({ id: 'ValueCount' });

export const valueSpelling = z
  .object({
    value: z.string().describe('the stored value'),
    written: z.string().describe('its text in the file'),
  })
  .meta({ id: 'ValueSpelling' });

/** How cells were turned into what is stored, each in a way that the person is shown. */
export const conversion = z
  .object({
    kind: z.enum([
      'missing_marker',
      'currency',
      'percent',
      'thousands',
      'decimal_comma',
      'bound',
      'brackets',
      'unit',
      'multiplier',
      'time_of_day',
      'duration',
      'without_unit',
      'declared',
      'date_format',
      'without_zone',
    ]),
    written: z
      .string()
      .describe(
        'the characters, markers or date format; for times and durations, and plain numbers among them, the unit ("min" or "s"); the type declared by the file; or the zone of times without one',
      ),
  })
  .meta({ id: 'Conversion' });
export type Conversion = z.infer<typeof conversion>;

export const columnReading = z
  .object({
    pinned: z.boolean().describe('whether a user chose the type'),
    conversions: z.array(conversion),
    missing: z
      .array(z.string())
      .optional()
      .describe('the missing markers of the column, if they differ from the usual ones'),
    unfit: z.number().int().describe('cells that did not fit a chosen type and were read as missing'),
  })
  .meta({ id: 'ColumnReading' });

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
    levels: z.array(z.string()).optional().describe('values of an ordered category, lowest first'),
    spellings: z
      .array(valueSpelling)
      .optional()
      .describe(
        'how a CSV file writes the values of a column of few values, such as 2.0 for the number 2; classes are answered so',
      ),
    yesNo: z
      .object({ yes: z.string(), no: z.string() })
      .optional()
      .describe('the two values of a yes/no category; requests may send true and false instead'),
    reading: columnReading.optional(),
  })
  .meta({ id: 'ColumnProfile' });
export type ColumnProfile = z.infer<typeof columnProfile>;

export const dialect = z
  .object({
    format: z.enum(['csv', 'jsonl', 'json', 'excel', 'parquet']),
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
    suggestedTargetReason: z
      .enum(['name', 'last_column'])
      .optional()
      .describe(
        'name: the name of the column is one of an outcome; last_column: the last one that can be predicted',
      ),
    applied: z.array(appliedStep).optional().describe('the steps of the recipe, in order'),
    recipe: recipe
      .optional()
      .describe('steps that produce the table from the file, including parsing options'),
  })
  .meta({ id: 'TableProfile' });
export type TableProfile = z.infer<typeof tableProfile>;
