import {
  type Api,
  maxRows,
  RowcastError,
  type TableProfile,
  type TrainingConfig,
  taskOfType,
} from '@rowcast/contracts';
import { type NamedColumn, refuseNoColumns } from '../../datasets/index.ts';
import { checkTarget } from './check-target.ts';

type Choice = Pick<
  TrainingConfig,
  | 'targetColumn'
  | 'task'
  | 'metric'
  | 'positiveLabel'
  | 'excludedColumns'
  | 'groupColumn'
  | 'timeColumn'
  | 'estimator'
>;

/** Refuses groups, a time or columns left out that are no column, or are the target itself. */
function checkColumns(profile: TableProfile, choice: Choice): void {
  const { groupColumn, timeColumn, excludedColumns, targetColumn } = choice;
  const named = Object.entries({ groupColumn, timeColumn }).flatMap(([field, name]): NamedColumn[] =>
    name === undefined ? [] : [{ field, name }],
  );
  const excluded = excludedColumns.map((name, at) => ({ field: `excludedColumns.${at}`, name }));
  refuseNoColumns([...named, ...excluded], profile, targetColumn);
}

/** Refuses an estimator that keeps its rows for a table that has too many of them. */
function checkEstimator({ rows }: TableProfile, { estimator }: Choice): void {
  const most = estimator && maxRows[estimator.name];
  if (most === undefined || rows <= most) return;
  const message = `This estimator learns from at most ${most} rows, and the table has ${rows}. Choose another, or train on fewer rows.`;
  throw RowcastError.at('VALIDATION_FAILED', 'estimator.name', message);
}

/** Refuses a table whose other columns no model reads; what only their cells tell is for the worker to find. */
function checkFeatures({ columns, rows }: TableProfile, choice: Choice): void {
  const { targetColumn, groupColumn, excludedColumns } = choice;
  const unread = new Set([targetColumn, groupColumn, ...excludedColumns]);
  const left = columns.filter(
    ({ name, type, missing }) =>
      !unread.has(name) && type !== 'identifier' && type !== 'constant' && missing < rows,
  );
  if (left.length === 0) throw RowcastError.at('NO_FEATURES', 'targetColumn');
}

/** A task that is left open is the one of the API's type, where the target may be that. */
export function ofType<T extends Choice>(choice: T, type: Api['type'], profile: TableProfile): T {
  const column = profile.columns.find(({ name }) => name === choice.targetColumn);
  const task = column && taskOfType(type, choice, column, profile.rows);
  return task ? { ...choice, task } : choice;
}

/** Rejects settings that cannot be trained, as far as the profile shows. */
export function checkTraining(profile: TableProfile, choice: Choice): void {
  checkTarget(profile, choice);
  checkColumns(profile, choice);
  checkEstimator(profile, choice);
  checkFeatures(profile, choice);
}
