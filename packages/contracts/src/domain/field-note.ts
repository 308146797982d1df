import { z } from 'zod';

/** What there may be to say about a field of a row; the English sentences are the model server's. */
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
    expected: z.enum(['number', 'whole', 'boolean', 'date', 'text']).optional().describe('FIELD_INVALID'),
    such: z.string().optional().describe('how the training table wrote such numbers'),
    send: z.string().optional().describe('the number that may be meant'),
    read: z.number().optional().describe('NUMBERS_CONVERTED: the number that was read'),
    low: bound.describe('OUT_OF_RANGE: the least that training saw'),
    high: bound.describe('OUT_OF_RANGE: the most that training saw'),
    words: z.number().int().optional().describe('OUT_OF_RANGE: how many words of a text are read'),
    new: z.boolean().optional().describe('MISSING_VALUE: training saw no gap in this field'),
    meant: z.string().optional().describe('UNKNOWN_FIELD: the field of the model that is probably meant'),
    fields: z
      .array(z.string())
      .optional()
      .describe(
        'ROW_EMPTY, ROWS_MISNAMED, ROWS_BARE, ROWS_NOT_LISTED, ROW_NOT_OBJECT: the first fields of the model',
      ),
    sent: z.boolean().optional().describe('ROW_EMPTY: some were sent, none with a value'),
    outcome: z
      .enum(['gap', 'ignored', 'missing', 'filled', 'typical', 'wordless'])
      .optional()
      .describe(
        'what became of it: read as a gap of the training table, passed over, treated as missing, filled with `fill`, given a typical value, read as a text without words',
      ),
    fill: z.union([z.string(), z.number(), z.boolean()]).optional(),
  })
  .meta({
    id: 'FieldNoteParts',
    description:
      'What the sentence about a field of a row is made of, by its code; absent where the code says all.',
  });
export type FieldNoteParts = z.infer<typeof fieldNoteParts>;
