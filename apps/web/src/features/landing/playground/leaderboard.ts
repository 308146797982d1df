import { type Learner, logistic, type Model, majority, nearest, tree } from './learners.ts';
import type { Point } from './points.ts';

const learners = { majority, logistic, tree, nearest } as const satisfies Record<string, Learner>;
export type LearnerName = keyof typeof learners;

export interface Entry {
  name: LearnerName;
  model: Model;
  /** The share of held-out rows that are classified correctly. */
  accuracy: number;
}

/** Every fifth row is held out for scoring. */
export function isHeldOut(_: Point, index: number): boolean {
  return index % 5 === 4;
}

/** Trains each learner and sorts by accuracy on held-out rows, best first. */
export function train(rows: readonly Point[]): [Entry, ...Entry[]] {
  const seen = rows.filter((row, index) => !isHeldOut(row, index));
  const heldOut = rows.filter(isHeldOut);
  const score = (name: LearnerName): Entry => {
    const model = learners[name](seen);
    const right = heldOut.filter(({ a, b, label }) => (model(a, b) >= 0.5 ? 1 : 0) === label).length;
    return { name, model, accuracy: right / heldOut.length };
  };
  const baseline = score('majority');
  const others = [score('nearest'), score('tree'), score('logistic')];
  const [best, ...rest] = [...others, baseline].sort((left, right) => right.accuracy - left.accuracy);
  return best ? [best, ...rest] : [baseline];
}
