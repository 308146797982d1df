import type { ColumnProfile } from '@rowcast/contracts/domain/profile';
import type { Task } from '@rowcast/contracts/domain/training';

export type TargetProblem = 'allMissing' | 'oneClass' | 'unique';

export interface TargetFacts {
  labelledRows: number;
  missing: number;
  distinct: number;
  /** What would be trained if the task is left to the machine; null with a problem. */
  task: Task | null;
  problem: TargetProblem | null;
}

const mostClasses = 10;

function findProblem(column: ColumnProfile, labelledRows: number): TargetProblem | null {
  if (labelledRows <= 0) return 'allMissing';
  if (column.distinct <= 1) return 'oneClass';
  const worded = column.type === 'identifier' || column.type === 'text' || column.type === 'category';
  return worded && column.distinct >= labelledRows ? 'unique' : null;
}

function guessTask({ type, distinct }: ColumnProfile): Task {
  if (distinct === 2) return 'binary';
  const numeric = type === 'number' || (type === 'integer' && distinct > mostClasses);
  return numeric ? 'regression' : 'multiclass';
}

/** What can be said of a target before training on it; `task` is the worker's finding, once it is there. */
export function targetFacts(column: ColumnProfile, rows: number, task: Task | null = null): TargetFacts {
  const labelledRows = rows - column.missing;
  const problem = findProblem(column, labelledRows);
  return {
    labelledRows,
    missing: column.missing,
    distinct: column.distinct,
    task: problem ? null : (task ?? guessTask(column)),
    problem,
  };
}
