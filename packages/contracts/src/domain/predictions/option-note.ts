/**
 * What there may be to say about what a call asks for beside its rows, and the English sentences; a code is a sentence.
 * Where a field stands beside its sentence, the sentence begins behind `{field}`. `classes` and `fields` are quoted.
 */
export const optionNoteSentences = {
  OPTION_UNKNOWN: 'There is no {given}; there is {names}.',
  OPTION_RANGE: '{field} must be a number from {low} to {high}.',
  OPTION_WHOLE: '{field} must be a whole number from {low} to {high}.',
  OPTION_NUMBER: '{field} must be a number.',
  OPTION_BOOLEAN: '{field} must be true or false.',
  OPTION_TEXT: '{field} must be text.',
  OPTION_PLAIN: '{field} must be text, a number, or true or false.',
  OPTION_LIST: '{field} must be a list.',
  OPTION_LONG: '{field} must have at most {most} entries.',
  OPTION_OBJECT: '{field} must be an object.',
  COSTS_OBJECT: '{field} must be an object: costs go by the true class, then by the one answered.',

  OPTION_NOT_IN_CSV: '{field} has no place in a CSV answer; ask for JSON by `Accept: application/json`.',
  OPTION_NOT_IN_STREAM: '{field} has no place in a stream; ask for {most} rows at a time at {route}.',
  OPTION_NOT_IN_TENSORS: '{field} has no place in an answer of the Open Inference Protocol; ask at {route}.',
  BESIDE_OPTION: '"{field}" has no place beside "instances". Options stand in "options": {form}.',
  BESIDE_POLICY: '"{field}" has no place beside "instances". Send it in the header x-rowcast-policy.',
  BESIDE_MISNAMED: '"{field}" has no place beside "instances".',
  BESIDE_UNKNOWN: '"{field}" has no place beside "instances". Leave it out, or put it into the rows.',

  INTERVAL_MOST: "This model's {rows} calibration rows suffice for a coverage of {most} at most.",
  INTERVAL_NONE: 'This model keeps no intervals: it was trained on too few rows, or by an earlier version.',
  NEEDS_CLASSES: '{field} is for classes; this model predicts a number.',
  NEEDS_TWO_CLASSES: 'A threshold needs two classes; this model has {count}. Give costs instead.',
  THRESHOLD_OR_COSTS: 'Give a threshold or costs, not both.',
  CLASS_UNKNOWN: '"{given}" is no class; there is {classes}.',
  COST_INFINITE: 'The cost of "{given}" must be a finite number.',
  ROWS_TOO_MANY: '{field} answers at most {most} rows at a time; this request has {rows}.',
  EXPLAINS_NOTHING: 'This model cannot explain its answers: it was trained by an earlier version.',
  FIELD_UNKNOWN: '"{given}" is no field of this model.',
  GOAL_NUMBER: 'Say atLeast, atMost or both; this model predicts a number.',
  GOAL_ORDER: 'atLeast must not be above atMost.',
  GOAL_CLASS: 'atLeast and atMost are for numbers; name the class wanted as prediction.',

  POLICY_FORM: 'The policy must be strict, lenient or a JSON object.',
  POLICY_MODE: 'The policy must be strict or lenient.',
  POLICY_OBJECT: 'The policy must be an object.',
  POLICY_CASE: 'The policy knows no case "{given}"; there are {names}.',
  POLICY_ACTION: 'The policy for {given} must be one of {names}, not "{action}".',
  POLICY_FIELD: 'The policy names "{given}", which this model does not read; it reads {fields}.',
} as const;
export type OptionNoteCode = keyof typeof optionNoteSentences;
