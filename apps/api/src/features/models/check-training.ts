import { mostRows, RowcastError, type TableProfile, type TrainingConfig } from '@rowcast/contracts';
import { noColumn } from '../datasets/index.ts';
import { checkTarget } from './check-target.ts';

type Choice = Pick<
  TrainingConfig,
  'targetColumn' | 'task' | 'excludedColumns' | 'groupColumn' | 'timeColumn' | 'estimator'
>;

/** Refuses groups, a time or columns left out that are no column, or are the target itself. */
function checkColumns(profile: TableProfile, choice: Choice): void {
  const { groupColumn, timeColumn, excludedColumns, targetColumn } = choice;
  const named = Object.entries({ groupColumn, timeColumn }).concat(
    excludedColumns.map((name, at) => [`excludedColumns.${at}`, name]),
  );
  const known = new Set(profile.columns.map(({ name }) => name));
  const fields = named.flatMap(([field, name]) => {
    if (name === undefined || (known.has(name) && name !== targetColumn)) return [];
    const isTarget = name === targetColumn;
    return [{ field, message: isTarget ? "The target itself can't be used here." : noColumn(name, profile) }];
  });
  const [first] = fields;
  if (first) throw new RowcastError('COLUMN_NOT_FOUND', { message: first.message, fields });
}

/** Refuses an estimator that keeps its rows for a table that has too many of them. */
function checkEstimator({ rows }: TableProfile, { estimator }: Choice): void {
  const most = estimator && mostRows[estimator.name];
  if (most === undefined || rows <= most) return;
  const message = `This estimator learns from at most ${most} rows, and the table has ${rows}. Choose another, or train on fewer rows.`;
  throw RowcastError.at('VALIDATION_FAILED', 'estimator.name', message);
}

/** Refuses at once what can't be trained, as far as the profile tells. */
export function checkTraining(profile: TableProfile, choice: Choice): void {
  checkTarget(profile, choice);
  checkColumns(profile, choice);
  checkEstimator(profile, choice);
}
