import { z } from 'zod';
import { sentenceParams } from '../models/reason.ts';
import { cleanStep } from './cleaning-recipe.ts';

/** The codes of all findings about a table. Their English sentences are in `finding-sentences.ts`. */
export const lintCodes = [
  'EMPTY_COLUMN',
  'CONSTANT_COLUMN',
  'IDENTIFIER_COLUMN',
  'MOSTLY_MISSING',
  'HIGH_CARDINALITY',
  'DUPLICATE_ROWS',
  'DUPLICATE_ROWS_BUT_FOR',
  'DUPLICATE_ROWS_BUT_FOR_IDS',
  'CONFLICTING_ROWS',
  'BASELINE_ONLY',
  'BASELINE_BETTER',
  'SCORED_COPIES',
  'COVERAGE_SHORT',
  'COVERAGE_SHORT_LATER',
  'DUPLICATE_COLUMN',
  'NEAR_DUPLICATE_COLUMN',
  'REJECTED_ROWS',
  'UNREADABLE_ROWS',
  'ENCODING_CONVERTED',
  'SHEET_CHOSEN',
  'MISSING_MARKERS',
  'MARKERS_KEPT',
  'FORMULA_ERRORS',
  'NUMBERS_CONVERTED',
  'BOUNDS_READ',
  'DATES_CONVERTED',
  'MIXED_DATES',
  'MIXED_CURRENCIES',
  'MIXED_TYPES',
  'ODD_DATES',
  'TYPE_UNFIT',
  'INVALID_NUMBERS',
  'INFINITE_NUMBERS',
  'INVALID_DATES',
  'INVALID_BOOLEANS',
  'ORDER_UNKNOWN',
  'ORDER_INCOMPLETE',
  'PERSONAL_DATA',
  'HEADER_RENAMED',
  'TITLE_LEFT_OUT',
  'HEADER_NUMERIC',
  'SKEWED',
  'OUTLIERS',
  'EXTREME_VALUES',
  'TIME_ORDER',
  'GROUPS',
  'PADDED_CELLS',
  'SPELLINGS',
  'SHORT_FORMS',
  'PLACEHOLDERS',
  'TEXT_CUT',
  'LONG_NUMBERS',
  'NUMBER_SPELLINGS',
  'POINTS_UNCLEAR',
  'AMBIGUOUS_DATES',
  'DATES_BY_OTHER',
  'SHORT_YEARS',
  'ZONES_MISSING',
  'ACCENTS_JOINED',
  'TIMES_AS_NUMBERS',
  'TOTAL_ROW',
  'TOTAL_ROWS',
  'TOTALS_LEFT_OUT',
  'CODES_AS_NUMBERS',
  'DIGITS_AS_TEXT',
  'CLOCK_READ',
  'MULTIPLIERS_UNCLEAR',
  'UNITS_MISSING',
  'UNITS_MIXED',
  'TARGET_COPY',
  'TARGET_LEAK',
  'COLUMNS_UNCOMPARED',
  'TARGET_MISSING',
  'TARGET_SEVERAL_LABELS',
  'CLASS_IMBALANCE',
  'RARE_CLASS',
] as const;
export type LintCode = (typeof lintCodes)[number];

export const findingChoice = z
  .object({ label: z.string().describe('in English'), step: cleanStep })
  .meta({ id: 'FindingChoice' });
export type FindingChoice = z.infer<typeof findingChoice>;

export const lintFinding = z
  .object({
    code: z.enum(lintCodes),
    severity: z.enum(['info', 'warning']),
    column: z.string().nullable(),
    message: z.string().describe('in English'),
    params: sentenceParams.optional(),
    rows: z
      .array(z.number().int())
      .describe('up to 20 row numbers as evidence, counted from 1 without the header'),
    repeats: z
      .array(z.number().int())
      .optional()
      .describe('the earlier row that each of the rows duplicates'),
    lines: z.array(z.number().int()).describe('up to 20 line numbers of the file, counted from 1'),
    fix: cleanStep.optional().describe('cleaning step that fixes the cause'),
    choices: z
      .array(findingChoice)
      .min(1)
      .max(4)
      .optional()
      .describe(
        'alternative steps for the user to choose from, more likely ones first; none is applied automatically',
      ),
  })
  .meta({ id: 'LintFinding' });
export type LintFinding = z.infer<typeof lintFinding>;
