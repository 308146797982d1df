/**
 * The English sentences of which a note is made, in this order: what is odd, what became of it (`then`), and what was
 * meant. `given` is filled with what was sent, in quotes, or with its `kind`; `value` with it as it is. Where a field
 * stands beside its sentence, the sentence begins behind `{field}`.
 */
export const fieldNoteSentences = {
  'odd.required': '{field} is required.',
  'odd.null': '{field} has no value.',
  'odd.missing': '{field} was not sent.',
  'odd.unseen': '{field} has a value that is not in the training data: "{value}".',
  'odd.range': '{field} is outside the training range of {low} to {high}.',
  'odd.long': '{field} is longer than the limit of {words} words.',
  'odd.large': '{field} is too large for a number.',
  'odd.converted':
    '{field} {given} was read as {read}, as in the training data. To be unambiguous, send a JSON number.',
  'odd.extra': '{field} is not a field of this model.',
  'odd.number': '{field} must be a number, not {given}.',
  'odd.numberSend': '{field} must be a number, not {given}. Send {send}.',
  'odd.written': '{field} must be a number in the format of the training data, such as {such}, not {given}.',
  'odd.clock':
    '{field} must be a time or duration such as 15:19 or 1h 18m, or a number in {unit}, not {given}.',
  'odd.unit': '{field} {given} has no unit. Write it as 15:19 or 1h 18m, or send a JSON number in {unit}.',
  'odd.whole': '{field} must be a whole number.',
  'odd.boolean': '{field} must be true or false, not {given}.',
  'odd.date': '{field} must be a date such as 2026-01-31, not {given}.',
  'odd.day': '{field} must be a valid date. {given} does not exist: the month has {most} days.',
  'odd.text': '{field} must be text, not {given}.',
  'odd.misnamed': '"{field}" is not a field of this model. Send rows as {form}.',
  'odd.bare': 'The rows are not wrapped in an object. Send them as {form}.',
  'odd.notListed': '"{field}" must be a list of rows. Send it as {form}.',
  'odd.notObject': 'The row is not an object. Send each row as {row}.',
  'odd.narrow': 'The row has too few cells: {cells} instead of {width}.',
  'odd.wide': 'The row has too many cells: {cells} instead of {width}.',
  'odd.afterQuote': 'Unexpected text after a closing quote. Write a quote inside a quoted value twice ("").',
  'odd.unreadable': 'The row could not be parsed as CSV.',
  'odd.quoteOpens': 'A quote opens in this row and is never closed.',
  'odd.empty': 'The row has no value in any field of the model ({fields} …). Send at least one.',
  'odd.none': 'The row contains no field of the model ({fields} …). Send at least one.',

  'then.gap': 'It was treated as missing, as in training.',
  'then.ignored': 'It was ignored.',
  'then.missing': 'It was treated as missing.',
  'then.filled': '{fill} was used instead.',
  'then.newTypical': 'The field was never missing in training, so a typical value was used.',
  'then.newWordless': 'The field was never missing in training, so it was treated as empty text.',
  'then.typical': 'A typical value was used.',
  'then.wordless': 'It was treated as empty text.',

  meant: 'Did you mean "{meant}"?',
  more: '{listed} and {more} more',

  'kind.number': 'a number',
  'kind.boolean': 'a boolean',
  'kind.list': 'a list',
  'kind.object': 'an object',
} as const;
export type FieldNoteSentence = keyof typeof fieldNoteSentences;
