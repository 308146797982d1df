import type { ModelDetail } from '@rowcast/contracts/domain/model';
import type { Report } from '@rowcast/contracts/domain/report';
import {
  differenceOf,
  type Interval,
  inOneMetric,
  isBetter,
  isClearlyBetter,
  type QuestionDifference,
  scoredAlike,
} from '@/features/scores/index.ts';

/** How the score of a model stands to that of the one that serves; unknown without a value of both in one metric. */
type Compared = 'unknown' | 'clearlyWorse' | 'worse' | 'same' | 'better';

/** Of models that are asked something else nothing can be said. */
export type Standing = QuestionDifference | Compared;

/** With what names the metric: an F1 is of a class. */
export type NamedScore = Interval & Pick<Report, 'task' | 'labels'>;

export interface ScoreChange {
  standing: Standing;
  /** In one metric where there is one for both, else each in its own. */
  before: NamedScore;
  after: NamedScore;
  /** Whether each was scored on rows that the other was not. */
  otherRows: boolean;
}

function compared(before: Interval, after: Interval): Compared {
  if (before.value === null || after.value === null || before.metric !== after.metric) return 'unknown';
  if (before.value === after.value) return 'same';
  if (isBetter(after.metric, after.value, before.value)) return 'better';
  return isClearlyBetter(before, after) ? 'clearlyWorse' : 'worse';
}

const named = (score: Interval, { task, labels }: Report): NamedScore => ({ ...score, task, labels });

type Model = Pick<ModelDetail, 'report' | 'settings'>;

/** Compares in the metric of the model that serves; null where either has no report. */
export function scoreChange(
  { report: before, ...served }: Model,
  { report: after, ...offered }: Model,
): ScoreChange | null {
  if (!before || !after) return null;
  const difference = differenceOf(before, after);
  const [own, shown] = (!difference && inOneMetric(before, after)) || [before.score, after.score];
  return {
    standing: difference ?? compared(own, shown),
    before: named(own, before),
    after: named(shown, after),
    otherRows: !scoredAlike({ ...served, report: before }, { ...offered, report: after }),
  };
}
