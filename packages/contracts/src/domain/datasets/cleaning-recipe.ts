import { z } from 'zod';

/** What a person may pin a column to; whether it is constant is for its cells to say. */
export const pinnedTypes = [
  'number',
  'integer',
  'boolean',
  'category',
  'ordinal',
  'datetime',
  'text',
  'identifier',
] as const;
export const pinnedType = z.enum(pinnedTypes).meta({ id: 'PinnedType' });
export type PinnedType = z.infer<typeof pinnedType>;

const column = z.string().min(1);
const strptime = /^[%A-Za-z0-9 ,.:/_-]{2,40}$/;
const cell = z.string();

export const maxLevels = 100;
export const orderedLevels = z
  .array(cell)
  .min(2)
  .max(maxLevels)
  .refine((values) => new Set(values).size === values.length, 'Each value can appear only once')
  .describe('all values of an ordered category, lowest first; not required for known scales and numbers')
  .meta({ examples: [['low', 'medium', 'high']] });

const castStep = z
  .object({
    op: z.literal('cast'),
    column,
    to: pinnedType,
    decimal: z.enum(['.', ',']).optional().describe('decimal separator of numbers'),
    levels: orderedLevels.optional(),
  })
  .meta({ id: 'CastStep', description: 'Reads the column as this type; cells that do not fit are missing.' });

const parseDatesStep = z
  .object({
    op: z.literal('parse_dates'),
    column,
    formats: z
      .array(
        z.string().refine((format) => strptime.test(format), 'Use a valid date format, such as %d/%m/%Y'),
      )
      .min(1)
      .max(10),
  })
  .meta({ id: 'ParseDatesStep', description: 'Reads the column by the first strptime format that fits.' });

export const readingStep = z
  .discriminatedUnion('op', [castStep, parseDatesStep])
  .meta({ id: 'ReadingStep', description: 'How a column is read.' });
export type ReadingStep = z.infer<typeof readingStep>;

const dropColumnStep = z
  .object({ op: z.literal('drop_column'), column })
  .meta({ id: 'DropColumnStep', description: 'Takes the column out.' });

const trimStep = z
  .object({ op: z.literal('trim'), column })
  .meta({ id: 'TrimStep', description: 'Takes blanks off both ends of each cell; blank cells are missing.' });

const unifyStep = z.object({ op: z.literal('unify'), column }).meta({
  id: 'UnifyStep',
  description:
    'Writes values that differ only by case or blanks as most cells write them; blank cells are missing.',
});

export const maxReplaced = 200;
const replaceStep = z
  .object({
    op: z.literal('replace'),
    column,
    values: z.array(cell).min(1).max(maxReplaced).describe('values exactly as in the column'),
    by: cell.nullable().describe('replacement; null or blanks clear the cells'),
  })
  .meta({ id: 'ReplaceStep', description: 'Replaces each of the values with another one.' });

const imputeStep = z
  .object({
    op: z.literal('impute'),
    column,
    strategy: z.enum(['median', 'mean', 'most_frequent', 'value']),
    value: cell.optional().describe('with the strategy "value"'),
  })
  .meta({ id: 'ImputeStep', description: 'Fills missing cells.' });

const clipStep = z
  .object({ op: z.literal('clip'), column, low: z.number().nullable(), high: z.number().nullable() })
  .meta({ id: 'ClipStep', description: 'Brings numbers outside the range to its nearer end.' });

export const maxIgnored = 20;
const deduplicateStep = z
  .object({
    op: z.literal('deduplicate'),
    ignoring: z
      .array(z.string())
      .min(1)
      .max(maxIgnored)
      .optional()
      .describe('columns that are ignored when comparing rows'),
  })
  .meta({ id: 'DeduplicateStep', description: 'Keeps the first of identical rows.' });

const dropRowsStep = z
  .object({ op: z.literal('drop_rows'), rows: z.array(z.number().int()).min(1).max(1_000) })
  .meta({
    id: 'DropRowsStep',
    description: 'Takes out these rows of the file, counted from 1 without the header, before all else.',
  });

const filterRowsStep = z
  .object({
    op: z.literal('filter_rows'),
    column,
    condition: z.enum(['missing', 'equals', 'below', 'above', 'any_of']),
    value: cell.optional().describe('with "equals", "below" and "above"'),
    values: z.array(cell).min(1).max(200).optional().describe('with "any_of"'),
  })
  .meta({ id: 'FilterRowsStep', description: 'Removes the rows that match the condition.' });

export const maxMarkers = 50;
const missingMarkersStep = z
  .object({
    op: z.literal('missing_markers'),
    column,
    markers: z
      .array(cell)
      .max(maxMarkers)
      .describe('cells that are read as missing, exactly as written; empty for blank cells only'),
  })
  .meta({
    id: 'MissingMarkersStep',
    description: 'Chooses the missing markers of the column instead of the usual ones, such as NA and "?".',
  });

const keepTotalsStep = z.object({ op: z.literal('keep_totals') }).meta({
  id: 'KeepTotalsStep',
  description: 'Keeps rows that contain totals or averages of other rows, which are left out otherwise.',
});

export const cleanStep = z
  .discriminatedUnion('op', [
    castStep,
    parseDatesStep,
    dropColumnStep,
    trimStep,
    unifyStep,
    replaceStep,
    imputeStep,
    clipStep,
    deduplicateStep,
    dropRowsStep,
    filterRowsStep,
    keepTotalsStep,
    missingMarkersStep,
  ])
  .meta({ id: 'CleanStep' });
export type CleanStep = z.infer<typeof cleanStep>;

export const maxSteps = 500;
/** As JSON: it is stored with its dataset, shown in every list, and sent along with its job. */
export const maxRecipeBytes = 256 * 1024;
export const recipe = z.array(cleanStep).max(maxSteps);

export const appliedStep = z
  .object({
    step: cleanStep,
    cells: z.number().int().describe('number of changed cells'),
    rows: z.number().int().describe('number of removed rows'),
    value: cell
      .optional()
      .describe('value that missing cells were filled with, or that values were replaced with'),
    unread: z
      .array(cell)
      .optional()
      .describe('values that no longer occur, because they do not match the type of the column'),
  })
  .meta({ id: 'AppliedStep' });
export type AppliedStep = z.infer<typeof appliedStep>;
