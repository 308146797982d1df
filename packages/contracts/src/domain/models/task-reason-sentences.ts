/** Why a task was chosen for a target: the English sentence of each code, with `{name}` for its parameters. */
export const taskReasons = {
  CHOSEN: 'You chose {task}.',
  CHOSEN_TWO_CLASSES: 'You chose classification, and the target has two classes.',
  TWO_VALUES: 'The target has two distinct values.',
  TEXT_VALUES: 'The target is text with {count} distinct values.',
  // Reports of earlier versions have these three reasons.
  WHOLE_CLASSES: 'The target has {count} distinct whole numbers, which are treated as classes.',
  WHOLE_NUMBERS:
    'The target has {count} distinct whole numbers, which are treated as classes. Choose regression if they are amounts, such as ratings or counts.',
  RECURRING_NUMBERS:
    'The target is numeric with {count} distinct values. Choose multiclass classification if they are labels, such as codes.',
  RATING: 'The target is an ordered rating from {low} to {high}, so it is predicted as a number.',
  COUNTS: 'The target is a count, so it is predicted as a number.',
  SKEWED_AMOUNTS: 'The target is a positive amount with a few very large values.',
  NUMBERS: 'The target is numeric with {count} distinct values.',
} as const;
export type TaskReasonCode = keyof typeof taskReasons;
