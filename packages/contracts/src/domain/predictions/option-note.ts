/**
 * Problems with the options and policies of a request: the English sentence of each code. A sentence shown next to its
 * field starts after `{field}`. `{classes}` and `{fields}` are quoted.
 */
export const optionNoteSentences = {
  OPTION_UNKNOWN: 'Unknown option {given}. Available options: {names}.',
  OPTION_RANGE: '{field} must be a number from {low} to {high}.',
  OPTION_WHOLE: '{field} must be a whole number from {low} to {high}.',
  OPTION_NUMBER: '{field} must be a number.',
  OPTION_BOOLEAN: '{field} must be true or false.',
  OPTION_TEXT: '{field} must be text.',
  OPTION_PLAIN: '{field} must be text, a number, or true or false.',
  OPTION_LIST: '{field} must be a list.',
  OPTION_LONG: '{field} must have at most {most} entries.',
  OPTION_OBJECT: '{field} must be an object.',
  COSTS_OBJECT: '{field} must be an object that maps each true class to the costs of the predicted classes.',

  OPTION_NOT_IN_CSV:
    '{field} is not supported in CSV responses. Request JSON with `Accept: application/json`.',
  OPTION_NOT_IN_STREAM: '{field} is not supported in streams. Send at most {most} rows at a time to {route}.',
  OPTION_NOT_IN_TENSORS: '{field} is not supported by the Open Inference Protocol. Use {route} instead.',
  BESIDE_OPTION: '"{field}" is not allowed next to "instances". Put options in "options": {form}.',
  BESIDE_POLICY: '"{field}" is not allowed next to "instances". Use the header x-rowcast-policy.',
  BESIDE_MISNAMED: '"{field}" is not allowed next to "instances".',
  BESIDE_UNKNOWN: '"{field}" is not allowed next to "instances". Remove it or move it into the rows.',

  INTERVAL_MOST: 'This model has {rows} calibration rows, which support a coverage of at most {most}.',
  INTERVAL_NONE:
    'This model has no prediction intervals: it was trained on too few rows or by an earlier version.',
  NEEDS_CLASSES: '{field} requires a classification model. This model predicts a number.',
  NEEDS_TWO_CLASSES: 'A threshold requires two classes. This model has {count}. Use costs instead.',
  THRESHOLD_OR_COSTS: 'Send a threshold or costs, not both.',
  CLASS_UNKNOWN: 'Unknown class "{given}". Available classes: {classes}.',
  COST_INFINITE: 'The cost of "{given}" must be a finite number.',
  ROWS_TOO_MANY: '{field} supports at most {most} rows per request. This request has {rows}.',
  EXPLAINS_NOTHING: 'This model cannot explain its predictions: it was trained by an earlier version.',
  FIELD_UNKNOWN: '"{given}" is not a field of this model.',
  GOAL_NUMBER: 'Send atLeast, atMost or both. This model predicts a number.',
  GOAL_ORDER: 'atLeast must not be greater than atMost.',
  GOAL_CLASS: 'atLeast and atMost are for numbers. Send the class you want as prediction.',

  POLICY_FORM: 'The policy must be strict, lenient or a JSON object.',
  POLICY_MODE: 'The policy must be strict or lenient.',
  POLICY_OBJECT: 'The policy must be an object.',
  POLICY_CASE: 'Unknown policy case "{given}". Available cases: {names}.',
  POLICY_ACTION: 'The policy for {given} must be one of {names}, not "{action}".',
  POLICY_FIELD: '"{given}" in the policy is not a field of this model. Available fields: {fields}.',
} as const;
export type OptionNoteCode = keyof typeof optionNoteSentences;
