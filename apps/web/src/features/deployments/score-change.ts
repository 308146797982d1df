import type { ModelDetail } from '@rowcast/contracts/domain/model';
import type { Report } from '@rowcast/contracts/domain/report';
import { lowerIsBetter } from '@rowcast/contracts/domain/training';

type Score = Report['score'];

/**
 * How the score of a model stands to that of the one that serves. Another target, task or set of classes is another
 * question, and without a value of both in one metric nothing can be said.
 */
export type Standing = 'other' | 'unknown' | 'clearlyWorse' | 'worse' | 'same' | 'better';

export interface ScoreChange {
  standing: Standing;
  /** In one metric where there is one for both, else each in its own. */
  before: Score;
  after: Score;
  /** Whether each was scored on rows that the other was not. */
  otherRows: boolean;
}

const asSet = (labels: readonly string[]) => JSON.stringify(labels.toSorted());

const asksTheSame = (one: Report, other: Report) =>
  one.target === other.target && one.task === other.task && asSet(one.labels) === asSet(other.labels);

const scoredAlike = (one: Report, other: Report) =>
  one.dataSha256 === other.dataSha256 &&
  one.seed === other.seed &&
  one.rows.test === other.rows.test &&
  one.evaluation?.source === other.evaluation?.source;

function standingOf(before: Score, after: Score): Standing {
  if (before.value === null || after.value === null || before.metric !== after.metric) return 'unknown';
  if (before.value === after.value) return 'same';
  const [worse, better] = lowerIsBetter.includes(before.metric) ? [after, before] : [before, after];
  if (worse.value === null || better.value === null || better.value > worse.value) return 'better';
  const apart = better.high !== null && worse.low !== null && better.high < worse.low;
  return apart ? 'clearlyWorse' : 'worse';
}

/** Compares in the metric of the model that serves; null where either has no report. */
export function scoreChange(
  { report: before }: Pick<ModelDetail, 'report'>,
  { report: after }: Pick<ModelDetail, 'report'>,
): ScoreChange | null {
  if (!before || !after) return null;
  const inItsMetric = [after.score, ...after.otherScores].find(({ metric }) => metric === before.metric);
  const alike = asksTheSame(before, after);
  const shown = (alike && inItsMetric) || after.score;
  return {
    standing: alike ? standingOf(before.score, shown) : 'other',
    before: before.score,
    after: shown,
    otherRows: !scoredAlike(before, after),
  };
}
