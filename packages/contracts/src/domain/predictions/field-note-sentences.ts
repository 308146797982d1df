/**
 * The English sentences of a note on a field, in this order: the problem, the outcome, and a suggestion.
 * `{given}` is the value in quotes, or its `kind`. `{value}` is the value as sent. A sentence shown next to its field
 * starts after `{field}`.
 */
export const fieldNoteSentences = {
  'problem.required': '{field} is required.',
  'problem.null': '{field} has no value.',
  'problem.missing': '{field} was not sent.',
  'problem.unseen': '{field} has a value that is not in the training data: "{value}".',
  'problem.range': '{field} is outside the training range of {low} to {high}.',
  'problem.long': '{field} is longer than the limit of {words} words.',
  'problem.large': '{field} is too large for a number.',
  'problem.converted':
    '{field} {given} was read as {read}, as in the training data. To be unambiguous, send a JSON number.',
  'problem.extra': '{field} is not a field of this model.',
  'problem.number': '{field} must be a number, not {given}.',
  'problem.numberSend': '{field} must be a number, not {given}. Send {send}.',
  'problem.written':
    '{field} must be a number in the format of the training data, such as {such}, not {given}.',
  'problem.clock':
    '{field} must be a time or duration such as 15:19 or 1h 18m, or a number in {unit}, not {given}.',
  'problem.unit':
    '{field} {given} has no unit. Write it as 15:19 or 1h 18m, or send a JSON number in {unit}.',
  'problem.whole': '{field} must be a whole number.',
  'problem.boolean': '{field} must be true or false, not {given}.',
  'problem.date': '{field} must be a date such as 2026-01-31, not {given}.',
  'problem.day': '{field} must be a valid date. {given} does not exist: the month has {most} days.',
  'problem.text': '{field} must be text, not {given}.',
  'problem.misnamed': '"{field}" is not a field of this model. Send rows as {form}.',
  'problem.bare': 'The rows are not wrapped in an object. Send them as {form}.',
  'problem.notListed': '"{field}" must be a list of rows. Send it as {form}.',
  'problem.notObject': 'The row is not an object. Send each row as {row}.',
  'problem.narrow': 'The row has too few cells: {cells} instead of {width}.',
  'problem.wide': 'The row has too many cells: {cells} instead of {width}.',
  'problem.afterQuote':
    'Unexpected text after a closing quote. Write a quote inside a quoted value twice ("").',
  'problem.unreadable': 'The row could not be parsed as CSV.',
  'problem.quoteOpens': 'A quote opens in this row and is never closed.',
  'problem.empty': 'The row has no value in any field of the model ({fields} …).',
  'problem.none': 'The row contains no field of the model ({fields} …). Send at least one.',

  'outcome.gap': 'It was treated as missing, as in training.',
  'outcome.ignored': 'It was ignored.',
  'outcome.missing': 'It was treated as missing.',
  'outcome.filled': '{fill} was used instead.',
  'outcome.newTypical': 'No training row was missing this field, so a typical value was used.',
  'outcome.newWordless':
    'No training row was missing this field, so the missing value was treated as empty text.',
  'outcome.typical': 'A typical value was used.',
  'outcome.wordless': 'It was treated as empty text.',

  meant: 'Did you mean "{meant}"?',
  more: '{listed} and {more} more',

  'kind.number': 'a number',
  'kind.boolean': 'a boolean',
  'kind.list': 'a list',
  'kind.object': 'an object',
} as const;
export type FieldNoteSentence = keyof typeof fieldNoteSentences;
