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

/** A value as the file writes it: 2.0 for the number 2. */
export function writtenValue({ spellings, examples }: ColumnProfile, value: string): string {
  const same = spellings?.find((one) => one.value === value || Number(one.value) === Number(value));
  return same?.written ?? examples.find((one) => one.toLowerCase() === value.toLowerCase()) ?? value;
}

/** Both classes of a binary target as the file writes them, if known. */
export function twoClasses(column: ColumnProfile): string[] | null {
  const { distinct, topValues, min, max } = column;
  if (distinct !== 2) return null;
  const listed = topValues.length === 2 ? topValues.map(({ value }) => value) : null;
  const values = listed ?? (min === null || max === null || min === max ? null : [String(min), String(max)]);
  return values?.map((value) => writtenValue(column, value)) ?? null;
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
