import {
  type ErrorCode,
  errorCatalogue,
  mostRows,
  RowcastError,
  type TableProfile,
  type TrainingConfig,
} from '@rowcast/contracts';

type Choice = Pick<
  TrainingConfig,
  'targetColumn' | 'task' | 'excludedColumns' | 'groupColumn' | 'timeColumn' | 'estimator'
>;

function problemOf(profile: TableProfile, { targetColumn, task, excludedColumns }: Choice): ErrorCode | null {
  const column = profile.columns.find(({ name }) => name === targetColumn);
  if (!column || excludedColumns.includes(targetColumn)) return 'TARGET_NOT_FOUND';
  const known = profile.rows - column.missing;
  if (known <= 0) return 'TARGET_ALL_MISSING';
  if (column.distinct <= 1) return 'TARGET_ONE_CLASS';
  if (column.distinct < known) return null;
  // Prices and other measurements may well differ in every row.
  const measured = column.type === 'number' || column.type === 'integer';
  return measured && (task === 'auto' || task === 'regression') ? null : 'TARGET_UNIQUE';
}

/** Refuses at once a target from which nothing can be learned, as far as the profile tells. */
function checkTarget(profile: TableProfile, choice: Choice): void {
  const code = problemOf(profile, choice);
  if (!code) return;
  const fields = [{ field: 'targetColumn', message: errorCatalogue[code].message }];
  throw new RowcastError(code, { fields });
}

/** Refuses groups or a time that are no column, or the target itself. */
function checkSplit(profile: TableProfile, choice: Choice): void {
  const wrong = (['groupColumn', 'timeColumn'] as const).filter((field) => {
    const name = choice[field];
    if (name === undefined) return false;
    return name === choice.targetColumn || !profile.columns.some((column) => column.name === name);
  });
  if (wrong.length === 0) return;
  const message = `${errorCatalogue.COLUMN_NOT_FOUND.message} The target itself can't be used.`;
  throw new RowcastError('COLUMN_NOT_FOUND', { fields: wrong.map((field) => ({ field, message })) });
}

/** Refuses an estimator that keeps its rows for a table that has too many of them. */
function checkEstimator({ rows }: TableProfile, { estimator }: Choice): void {
  const most = estimator && mostRows[estimator.name];
  if (most === undefined || rows <= most) return;
  const message = `This estimator learns from at most ${most} rows, and the table has ${rows}.`;
  throw new RowcastError('VALIDATION_FAILED', { fields: [{ field: 'estimator.name', message }] });
}

/** Refuses at once what can't be trained, as far as the profile tells. */
export function checkTraining(profile: TableProfile, choice: Choice): void {
  checkTarget(profile, choice);
  checkSplit(profile, choice);
  checkEstimator(profile, choice);
}
