/** Why a task was taken for a target, and the English sentence; `{name}` is one of its parameters. */
export const taskReasons = {
  CHOSEN: 'You chose {task}.',
  CHOSEN_TWO_CLASSES: 'You chose classes, and the target has two.',
  TWO_VALUES: 'The target has two values.',
  TEXT_VALUES: 'The target is text with {count} values.',
  WHOLE_CLASSES: 'The target holds {count} whole numbers, read as classes.',
  RATING:
    'The target is a rating from {low} to {high}, whose steps have an order, so it is read as a number.',
  COUNTS: 'The target counts something, so it is read as a number.',
  SKEWED_AMOUNTS: 'The target is a positive amount with a few very large values.',
  NUMBERS: 'The target is a number with {count} different values.',
} as const;
export type TaskReasonCode = keyof typeof taskReasons;

/** Why anything else in a report is as it is, likewise. */
export const reportReasons = {
  ROWS_DRAWN: 'Learned from {count} of {total} rows, drawn at random.',
  ROWS_GROWN: 'The best of its boosted trees learned from {count}.',
  LATEST_LEARNED:
    'Models that are published have learned the latest rows, too; scores out of fold are from before that.',

  COLUMN_EXCLUDED: 'You excluded it.',
  COLUMN_GROUP: 'Rows were kept together by it: what holds of a known group says nothing about a new one.',
  COLUMN_EMPTY: 'It is empty in every row.',
  COLUMN_IDENTIFIER: 'It identifies rows, so it says nothing about new ones.',
  COLUMN_CONSTANT: 'It has the same value in every row.',
  COLUMN_CONSTANT_LEARNED: 'It has the same value in every training row.',
  COLUMN_MOSTLY_MISSING: '{share} of its cells are missing.',
  COLUMN_ALL_DIFFERENT: 'Nearly every row has a value of its own.',
  COLUMN_UNREAD: 'The uploaded model does not read it.',
  TEXT_BEYOND_FIRST: 'The first {count} columns of free text are read.',
  TEXT_WITHOUT_REPEATS: 'No word of it occurs in two rows.',

  LINT_UNENDED: 'Looking through the table did not come to an end.',
  PAIRS_UNENDED: 'Looking for pairs of numbers did not come to an end.',
  LINEAR_UNFITTED: 'None was tried, and to fit one the time was too short or a fold lacked a class.',
  FEW_OUT_OF_FOLD: 'There are too few out-of-fold rows.',
  COSTS_ESTIMATED: 'Size and time of {count} of {total} models are estimates.',
  ROWS_SEEN:
    'Measured on rows that the model has learned from: there was no time to ask each fold for itself.',
  OTHER_METRIC: 'Measured by {metric}, since the rows scored do not define {undefinedMetric}.',
  FIELDS_REACHED: 'The likeliest {count} of {total} fields were reached in time.',
  NO_TIME: 'The time budget was used up. Train with a longer one to get it.',
  FEW_ROWS_OR_NO_TIME: 'There are too few rows, or no time was left.',

  POSITIVE_CHOSEN: 'You chose it.',
  POSITIVE_WORD: 'It says yes where the other class says no.',
  POSITIVE_RARER: 'It is the rarer class, with {share} of the rows.',
  POSITIVE_SECOND: 'It comes second in order: neither its name nor its share of the rows sets it apart.',

  THRESHOLD_UNNEEDED: 'The likelier class is answered, since {metric} does not depend on a threshold.',
  THRESHOLD_FEW_ROWS: 'There are too few rows to choose a threshold by, so the likelier class is answered.',
  THRESHOLD_RARE:
    'Only {count} rows are of the rarer class: too few to choose a threshold by, so the likelier class is answered.',
  THRESHOLD_EVEN: 'No other threshold is clearly better in {metric} out of fold.',
  THRESHOLD_BEST: 'Best {metric} out of fold, {gain} more than at 0.5.',

  STOPPED: 'Training was stopped.',
  OUT_OF_TIME: 'The time budget was used up.',
  TOO_SLOW: 'It needs about {seconds} s more than are left.',
  CUT_SHORT: 'Cut short by the time budget.',
  SOME_FOLDS: 'Fitted on {count} of {total} folds: the time budget was used up.',
  NOT_BLENDED: 'No blend used it.',
  TOO_DEAR: 'Not used: by itself it is slower or larger than a model may be.',
  BEYOND_LIMITS:
    'A row takes longer, or the bundle is larger, than was asked for: nothing lighter was found.',
  OUT_OF_MEMORY: 'It needs more memory than there is.',
  PROCESS_ENDED: 'The process ended unexpectedly (code {exit}).',
  FAILED_WITH: 'It failed: {error}',
  GIVEN_UP: 'It was stopped, or the time was too short.',
  UNIT_LOST: 'The cluster lost the unit ({error}).',
  NODE_OUTDATED: 'A node of the cluster runs Rowcast {found}, but {needed} is needed. Update it.',
} as const;
export type ReportReasonCode = keyof typeof reportReasons;

/** What a release check found, likewise. */
export const checkReasons = {
  CHECK_UNREAD: 'The model does not read {field}.',
  CHECK_VALUELESS: 'The model keeps no values of {field} that could be tried.',
  CHECK_CLASS_UNKNOWN: 'The model has no class "{label}".',
  CHECK_CLASS_UNNAMED: 'The model has {count} classes; name the one whose probability is meant.',
  CHECK_UNORDERED: 'The values of {field} have no order.',
  CHECK_STILL: 'Changing {field} moved no answer by more than {size}.',
  CHECK_NEVER_LOWERED: 'Raising {field} never lowered an answer.',
  CHECK_NEVER_RAISED: 'Raising {field} never raised an answer.',
  CHECK_HARDLY_LOWERED: 'Raising {field} never lowered an answer by more than {size}.',
  CHECK_HARDLY_RAISED: 'Raising {field} never raised an answer by more than {size}.',
  CHECK_MOVED:
    '{field} from {low} to {high} moved the answer of row {row} of {rows} from {before} to {after}; at most {most} is allowed.',
} as const;
export type CheckReasonCode = keyof typeof checkReasons;
