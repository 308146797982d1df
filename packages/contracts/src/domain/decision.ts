import type { ApiSettings } from './api.ts';
import type { Task } from './training.ts';

/** How an API chooses between classes in place of its model. */
export type KeptDecision = Pick<ApiSettings, 'threshold' | 'costs'>;

/** What a model chooses between; labels are empty for numbers. */
export interface Choice {
  task: Task | null;
  labels: readonly string[];
}

/** The model predicts numbers, does not know a class that costs name, or has not the two classes of a threshold. */
export type Misfit = { kind: 'numbers' } | { kind: 'unknownClass'; name: string } | { kind: 'notTwo' };

/** What keeps a model from deciding so; null where nothing does. Costs go before a threshold. */
export function misfitOf({ threshold, costs }: KeptDecision, { task, labels }: Choice): Misfit | null {
  if (!costs && typeof threshold !== 'number') return null;
  if (task === 'regression') return { kind: 'numbers' };
  if (!costs) return task === 'binary' ? null : { kind: 'notTwo' };
  const name = Object.entries(costs)
    .flatMap(([actual, row]) => [actual, ...Object.keys(row)])
    .find((each) => !labels.includes(each));
  return name === undefined ? null : { kind: 'unknownClass', name };
}
