/** Explanations in a model's report. */
export const reportReasons = {
  ROWS_DRAWN: 'Trained on a random sample of {count} of {total} rows.',
  LABELS_MERGED:
    'Spellings of the target that differ only in case, blanks or the order of several labels count as one class: {labels}. Cells: {count}.',
  ROWS_GROWN: 'The best boosted trees were refitted on {count} rows.',
  LATEST_LEARNED:
    'The final models were refitted to include the most recent rows. Out-of-fold scores were computed before the refit.',

  COLUMN_EXCLUDED: 'Excluded by you.',
  COLUMN_GROUP:
    'Used as the group column. It is not a feature, because its values do not occur in new groups.',
  COLUMN_EMPTY: 'All values are missing.',
  COLUMN_IDENTIFIER: 'It is an identifier, so it cannot help to predict new rows.',
  COLUMN_CONSTANT: 'It has the same value in every row.',
  COLUMN_CONSTANT_LEARNED: 'It has the same value in every training row.',
  COLUMN_MOSTLY_MISSING: '{share} of its values are missing.',
  COLUMN_ALL_DIFFERENT: 'Nearly every row has a different value.',
  COLUMN_UNREAD: 'The uploaded model does not use it.',
  TEXT_BEYOND_FIRST: 'Only the first {count} free-text columns are used.',
  TEXT_WITHOUT_REPEATS: 'No word occurs in more than one row.',

  LINT_UNENDED: 'Data checks timed out. Run them on the table, or train with a longer time budget.',
  LEAKAGE_UNENDED: 'The check for columns that contain the target did not finish. The score may be too good.',
  PAIRS_UNENDED: 'The feature-interaction search ran out of time.',
  LINEAR_UNFITTED: 'No linear model was fitted: the time budget ran out, or a fold had no rows of one class.',
  FEW_OUT_OF_FOLD: 'Not enough out-of-fold rows to calibrate prediction intervals or sets.',
  COSTS_ESTIMATED: 'Size and prediction time of {count} of {total} models are estimates.',
  ROWS_SEEN: 'Measured on training rows: there was no time for out-of-fold predictions.',
  OTHER_METRIC: 'Measured by {metric}, because {undefinedMetric} is undefined on the evaluated rows.',
  FIELDS_REACHED: 'Covers the {count} most relevant of {total} features, because the time budget ran out.',
  NO_TIME: 'The time budget was used up. Train with a longer one to include this.',
  FEW_ROWS_OR_NO_TIME: 'Skipped: not enough rows, or the time budget ran out.',

  POSITIVE_CHOSEN: 'Chosen by you.',
  POSITIVE_WORD: 'Detected from its name.',
  POSITIVE_RARER: 'It is the rarer class ({share} of the rows).',
  POSITIVE_SECOND:
    'Chosen by sort order, because class names and frequencies do not indicate a positive class.',

  THRESHOLD_UNNEEDED: 'The more likely class is predicted, because {metric} does not depend on a threshold.',
  THRESHOLD_FEW_ROWS: 'The more likely class is predicted: there are too few rows to choose a threshold.',
  THRESHOLD_RARE:
    'The more likely class is predicted: there are too few rows of the rarer class ({count}) to choose a threshold.',
  THRESHOLD_EVEN: 'No other threshold has a clearly better out-of-fold {metric}.',
  THRESHOLD_BEST: 'Best out-of-fold {metric}: {gain} higher than at 0.5.',

  STOPPED: 'Training was stopped.',
  OUT_OF_TIME: 'The time budget was used up.',
  TOO_SLOW: 'Skipped: it needs about {seconds} s more than the time left.',
  NO_IMPROVEMENT: 'The last {count} models did not improve the result beyond random variation.',
  ALL_FITTED: 'All planned models were fitted.',
  CUT_SHORT: 'Cut short by the time budget.',
  SOME_FOLDS: 'Trained on {count} of {total} folds before the time budget was used up.',
  NOT_BLENDED: 'Not selected for the blend.',
  TOO_DEAR: 'Not used: this model alone exceeds the latency or size limit.',
  BEYOND_LIMITS: 'No model met the limits for time per row and bundle size, so this one exceeds them.',
  OUT_OF_MEMORY: 'There is not enough memory.',
  PROCESS_ENDED: 'The process ended unexpectedly (exit code {exit}).',
  FAILED_WITH: 'Failed: {error}',
  GIVEN_UP: 'Stopped by you or by the time budget.',
  UNIT_LOST: 'The cluster lost the task ({error}).',
  NODE_OUTDATED: 'A cluster node runs Rowcast {found}, but {needed} is required. Update the node.',
} as const;
export type ReportReasonCode = keyof typeof reportReasons;

/** Results of release checks. */
export const checkReasons = {
  CHECK_UNREAD: 'The model does not use {field}.',
  CHECK_VALUELESS: 'The model has no stored values of {field} to test with.',
  CHECK_CLASS_UNKNOWN: 'The model has no class "{label}".',
  CHECK_CLASS_UNNAMED: 'The model has {count} classes. Choose the class whose probability to check.',
  CHECK_UNORDERED: 'The values of {field} have no order.',
  CHECK_STILL: 'Changing {field} changed no prediction by more than {size}.',
  CHECK_NEVER_LOWERED: 'Increasing {field} never lowered a prediction.',
  CHECK_NEVER_RAISED: 'Increasing {field} never raised a prediction.',
  CHECK_HARDLY_LOWERED: 'Increasing {field} never lowered a prediction by more than {size}.',
  CHECK_HARDLY_RAISED: 'Increasing {field} never raised a prediction by more than {size}.',
  CHECK_MOVED:
    'Changing {field} from {low} to {high} changed the prediction for row {row} of {rows} from {before} to {after}; at most {most} is allowed.',
} as const;
export type CheckReasonCode = keyof typeof checkReasons;

/** Why a rollout ended. */
export const rolloutReasons = {
  ERROR_RATE: "The candidate's error rate was {share} over {calls} requests (limit {maxShare}).",
  REFUSAL_RATE:
    'The candidate rejected {share} of {calls} requests, compared with {expectedShare} for the deployed version. The allowed difference is {maxShare}.',
  P95: "The candidate's 95th percentile latency was {took} ms (limit {most} ms).",
  DRIFT:
    "The candidate's mean score differed from the deployed version's by {drift} standard deviations (limit {most}).",
  IN_A_ROW:
    'The candidate failed {failed} requests in a row. In that time, the deployed version answered {answered}.',
  OTHER_DEPLOYED: 'Another version was deployed.',
  GATE: 'A limit was exceeded: {sentence}',
} as const;
export type RolloutReasonCode = keyof typeof rolloutReasons;
