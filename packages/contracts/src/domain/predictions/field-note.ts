import { z } from 'zod';

/** The codes of notes on a field of a row. */
export const fieldNoteCodes = [
  'FIELD_REQUIRED',
  'FIELD_INVALID',
  'MISSING_FIELD',
  'MISSING_VALUE',
  'UNSEEN_CATEGORY',
  'OUT_OF_RANGE',
  'NUMBERS_CONVERTED',
  'UNKNOWN_FIELD',
  'ROW_EMPTY',
  'ROWS_MISNAMED',
  'ROWS_BARE',
  'ROWS_NOT_LISTED',
  'ROW_NOT_OBJECT',
  'ROW_NARROW',
  'ROW_WIDE',
  'ROW_AFTER_QUOTE',
  'ROW_UNREADABLE',
  'QUOTE_OPENS',
] as const;
export type FieldNoteCode = (typeof fieldNoteCodes)[number];

/** Open, so that new codes do not break clients. */
export const fieldNoteCode = z.union([z.enum(fieldNoteCodes), z.string()]);

const bound = z.union([z.string(), z.number()]).optional();

export const fieldNoteParts = z
  .object({
    given: z.string().optional().describe('the value as sent, shortened'),
    kind: z
      .enum(['number', 'boolean', 'list', 'object'])
      .optional()
      .describe('the type of the value, if `given` is absent'),
    expected: z
      .enum(['number', 'clock', 'unit', 'whole', 'boolean', 'date', 'day', 'text'])
      .optional()
      .describe('FIELD_INVALID'),
    such: z.string().optional().describe('an example of the number format in the training data'),
    unit: z.string().optional().describe('the unit in which times are read as numbers'),
    send: z.string().optional().describe('the number to send instead'),
    read: z.number().optional().describe('NUMBERS_CONVERTED: the number that the value was read as'),
    low: bound.describe('OUT_OF_RANGE: the minimum in the training data'),
    high: bound.describe('OUT_OF_RANGE: the maximum in the training data'),
    words: z.number().int().optional().describe('OUT_OF_RANGE: the maximum number of words in a text'),
    new: z
      .boolean()
      .optional()
      .describe('MISSING_VALUE: the field has no missing values in the training data'),
    meant: z.string().optional().describe('the suggested field, value, class or option (did you mean)'),
    fields: z
      .array(z.string())
      .optional()
      .describe(
        'ROW_EMPTY, ROWS_MISNAMED, ROWS_BARE, ROWS_NOT_LISTED, ROW_NOT_OBJECT, POLICY_FIELD: the first fields of the model',
      ),
    sent: z.boolean().optional().describe('ROW_EMPTY: whether fields were sent, but without values'),
    outcome: z
      .enum(['gap', 'ignored', 'missing', 'filled', 'typical', 'wordless'])
      .optional()
      .describe(
        'how the value was handled: treated as missing as in training, ignored, treated as missing, replaced with `fill`, replaced with a typical value, treated as empty text',
      ),
    fill: z.union([z.string(), z.number(), z.boolean()]).optional(),
    names: z.array(z.string()).optional().describe('the available options, cases or actions'),
    action: z.string().optional().describe('POLICY_ACTION: the requested action, shortened'),
    classes: z.array(z.string()).optional().describe('CLASS_UNKNOWN: the first classes of the model'),
    more: z.number().int().optional().describe('the number of further classes or fields'),
    most: z
      .number()
      .optional()
      .describe('the maximum, or the number of days in the month of an invalid date'),
    rows: z.number().int().optional().describe('INTERVAL_MOST, ROWS_TOO_MANY'),
    count: z.number().int().optional().describe('NEEDS_TWO_CLASSES, COLUMNS_MOST: the actual number'),
    cells: z.number().int().optional().describe('ROW_NARROW, ROW_WIDE: the number of cells in the row'),
    width: z.number().int().optional().describe('ROW_NARROW, ROW_WIDE: the number of cells in the header'),
    sheet: z.string().optional().describe('WORKBOOK_CELL_FAR, WORKBOOK_CELL_ALONE: the sheet'),
    places: z.string().optional().describe('COLUMNS_ALIKE: the positions of the columns, counted from 1'),
    route: z.string().optional().describe('OPTION_NOT_IN_…: the route that supports the option'),
  })
  .meta({
    id: 'FieldNoteParts',
    description:
      'The parameters of the message of a field note, by code. Absent if the code has no parameters.',
  });
export type FieldNoteParts = z.infer<typeof fieldNoteParts>;
