import { z } from 'zod';

/** What there may be to say about a field of a row. */
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

/** Open, so that a new one breaks nobody who reads answers. */
export const fieldNoteCode = z.union([z.enum(fieldNoteCodes), z.string()]);

const bound = z.union([z.string(), z.number()]).optional();

export const fieldNoteParts = z
  .object({
    given: z.string().optional().describe('the value as it was sent, shortened'),
    kind: z
      .enum(['number', 'boolean', 'list', 'object'])
      .optional()
      .describe('what was sent, where it is not given'),
    expected: z
      .enum(['number', 'clock', 'unit', 'whole', 'boolean', 'date', 'day', 'text'])
      .optional()
      .describe('FIELD_INVALID'),
    such: z.string().optional().describe('how the training table wrote such numbers'),
    unit: z.string().optional().describe('of the numbers that a time is read as'),
    send: z.string().optional().describe('the number that may be meant'),
    read: z.number().optional().describe('NUMBERS_CONVERTED: the number that was read'),
    low: bound.describe('OUT_OF_RANGE: the least that training saw'),
    high: bound.describe('OUT_OF_RANGE: the most that training saw'),
    words: z.number().int().optional().describe('OUT_OF_RANGE: how many words of a text are read'),
    new: z.boolean().optional().describe('MISSING_VALUE: training saw no gap in this field'),
    meant: z.string().optional().describe('the field, value, class or option that is probably meant'),
    fields: z
      .array(z.string())
      .optional()
      .describe(
        'ROW_EMPTY, ROWS_MISNAMED, ROWS_BARE, ROWS_NOT_LISTED, ROW_NOT_OBJECT, POLICY_FIELD: the first fields of the model',
      ),
    sent: z.boolean().optional().describe('ROW_EMPTY: some were sent, none with a value'),
    outcome: z
      .enum(['gap', 'ignored', 'missing', 'filled', 'typical', 'wordless'])
      .optional()
      .describe(
        'what became of it: read as a gap of the training table, passed over, treated as missing, filled with `fill`, given a typical value, read as a text without words',
      ),
    fill: z.union([z.string(), z.number(), z.boolean()]).optional(),
    names: z.array(z.string()).optional().describe('the options, cases or actions there are'),
    action: z.string().optional().describe('POLICY_ACTION: what was asked for, shortened'),
    classes: z.array(z.string()).optional().describe('CLASS_UNKNOWN: the first classes of the model'),
    more: z.number().int().optional().describe('how many more classes or fields there are'),
    most: z
      .number()
      .optional()
      .describe('the most that can be asked for, or how many days the month has of a day beyond'),
    rows: z.number().int().optional().describe('INTERVAL_MOST, ROWS_TOO_MANY'),
    count: z.number().int().optional().describe('NEEDS_TWO_CLASSES, COLUMNS_MOST: how many there are'),
    cells: z.number().int().optional().describe('ROW_NARROW, ROW_WIDE: how many cells the row has'),
    width: z.number().int().optional().describe('ROW_NARROW, ROW_WIDE: how many cells the header has'),
    places: z.string().optional().describe('COLUMNS_ALIKE: which columns, counted from 1'),
    route: z.string().optional().describe('OPTION_NOT_IN_…: where it is answered'),
  })
  .meta({
    id: 'FieldNoteParts',
    description:
      'What the sentence about a field of a row is made of, by its code; absent where the code says all.',
  });
export type FieldNoteParts = z.infer<typeof fieldNoteParts>;
