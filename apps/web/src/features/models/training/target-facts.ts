import type { ColumnProfile } from '@rowcast/contracts/domain/datasets/profile';
import { maxClasses, type Task } from '@rowcast/contracts/domain/models/training';

export type TargetProblem = 'allMissing' | 'oneClass' | 'unique';

export interface TargetFacts {
  labelledRows: number;
  missing: number;
  distinct: number;
  /** The task that is detected automatically; null with a problem. */
  task: Task | null;
  /** The tasks that fit the target. */
  tasks: Task[];
  problem: TargetProblem | null;
}

const fewClasses = 10;
const minRowsPerClass = 3;

function findProblem(column: ColumnProfile, labelledRows: number): TargetProblem | null {
  if (labelledRows <= 0) return 'allMissing';
  if (column.distinct <= 1) return 'oneClass';
  const worded = column.type === 'identifier' || column.type === 'text' || column.type === 'category';
  return worded && column.distinct >= labelledRows ? 'unique' : null;
}

function guessTask({ type, distinct }: ColumnProfile, labelledRows: number): Task {
  if (distinct === 2) return 'binary';
  const fewWhole = type === 'integer' && distinct <= fewClasses && distinct * minRowsPerClass <= labelledRows;
  const numeric = type === 'number' || (type === 'integer' && !fewWhole);
  return numeric ? 'regression' : 'multiclass';
}

function possibleTasks({ type, distinct }: ColumnProfile): Task[] {
  const classes =
    distinct === 2 ? ['binary' as const] : distinct <= maxClasses ? ['multiclass' as const] : [];
  return type === 'number' || type === 'integer' ? [...classes, 'regression'] : classes;
}

/** Both classes of a binary target, if known. Booleans as the file writes them. */
export function twoClasses({ distinct, topValues, examples, min, max }: ColumnProfile): string[] | null {
  if (distinct !== 2) return null;
  const values = topValues.map(({ value }) => value);
  if (values.length === 2)
    return values.map((value) => examples.find((one) => one.toLowerCase() === value.toLowerCase()) ?? value);
  return min === null || max === null || min === max ? null : [String(min), String(max)];
}

/** Facts about a target before training. `task` is the worker's detection, once available. */
export function targetFacts(column: ColumnProfile, rows: number, task: Task | null = null): TargetFacts {
  const labelledRows = rows - column.missing;
  const problem = findProblem(column, labelledRows);
  return {
    labelledRows,
    missing: column.missing,
    distinct: column.distinct,
    task: problem ? null : (task ?? guessTask(column, labelledRows)),
    tasks: problem ? [] : possibleTasks(column),
    problem,
  };
}
