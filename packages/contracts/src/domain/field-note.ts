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

/**
 * The English sentences of which a note is made, in this order: what is odd, what became of it (`then`), and what was
 * meant. `given` is filled with what was sent, in quotes, or with its `kind`; `value` with it as it is. Where a field
 * stands beside its sentence, the sentence begins behind `{field}`.
 */
export const fieldNoteSentences = {
  'odd.required': '{field} is required.',
  'odd.null': '{field} is missing.',
  'odd.missing': '{field} was not sent.',
  'odd.unseen': '{field} has a value that training never saw: "{value}".',
  'odd.range': '{field} lies outside {low} to {high} seen in training.',
  'odd.long': '{field} is longer than the {words} words that are read.',
  'odd.large': '{field} is too large for a number.',
  'odd.converted':
    '{field} {given} was read as {read}, as in the training table. A JSON number says it plainly.',
  'odd.extra': '{field} is not a field of this model.',
  'odd.number': '{field} must be a number, not {given}.',
  'odd.numberSend': '{field} must be a number, not {given}. Send {send}.',
  'odd.written': '{field} must be a number written as in the training table, such as {such}, not {given}.',
  'odd.clock':
    '{field} must be a time or duration such as 15:19 or 1h 18m, or a number in {unit}, not {given}.',
  'odd.unit':
    '{field} {given} has no unit. Write it as 15:19 or 1h 18m, or send a JSON number, which is one in {unit}.',
  'odd.whole': '{field} must be a whole number.',
  'odd.boolean': '{field} must be true or false, not {given}.',
  'odd.date': '{field} must be a date such as 2026-01-31, not {given}.',
  'odd.day': '{field} must be a date, and {given} is a day that does not exist: the month has {most} days.',
  'odd.text': '{field} must be text, not {given}.',
  'odd.misnamed': '"{field}" is not a field of this model. Send rows as {form}.',
  'odd.bare': 'The list of rows stands bare. Send it as {form}.',
  'odd.notListed': '"{field}" is not a list of rows. Send it as {form}.',
  'odd.notObject': 'The row is not an object. Send each row as {row}.',
  'odd.narrow': 'The row has too few cells: {cells} instead of {width}.',
  'odd.wide': 'The row has too many cells: {cells} instead of {width}.',
  'odd.afterQuote': 'Text stands after a closing quote. A quote within quotes is doubled ("").',
  'odd.unreadable': 'The row is not readable as CSV.',
  'odd.quoteOpens': 'A quote opens in this row and is never closed.',
  'odd.empty': "The row has no value in any of the model's fields ({fields} …). Send at least one.",
  'odd.none': "The row holds none of the model's fields ({fields} …). Send at least one.",

  'then.gap': 'It was read as missing, as in training.',
  'then.ignored': 'It was ignored.',
  'then.missing': 'It was treated as missing.',
  'then.filled': '{fill} was used.',
  'then.newTypical': 'Training never saw that; a typical value was used.',
  'then.newWordless': 'Training never saw that; it was read as a text without words.',
  'then.typical': 'A typical value was used.',
  'then.wordless': 'It was read as a text without words.',

  meant: 'Did you mean "{meant}"?',
  more: '{listed} and {more} more',

  'kind.number': 'a number',
  'kind.boolean': 'true or false',
  'kind.list': 'a list',
  'kind.object': 'an object',
} as const;
export type FieldNoteSentence = keyof typeof fieldNoteSentences;

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
