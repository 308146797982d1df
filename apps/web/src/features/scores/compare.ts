import type { ModelDetail } from '@rowcast/contracts/domain/model';
import type { Report } from '@rowcast/contracts/domain/report';
import { lowerIsBetter, type MetricName } from '@rowcast/contracts/domain/training';
import { type Interval, liesApart } from './interval.ts';

export const smallerIsBetter = (metric: MetricName) => lowerIsBetter.includes(metric);

export const isBetter = (metric: MetricName, a: number, b: number) =>
  smallerIsBetter(metric) ? a < b : a > b;

/** Better by more than chance may do to either. */
export const isClearlyBetter = (one: Interval, other: Interval): boolean =>
  one.metric === other.metric &&
  one.value !== null &&
  other.value !== null &&
  isBetter(one.metric, one.value, other.value) &&
  liesApart(one, other);

/** How the first score stands to the second, beyond what chance explains; even where that can't be told. */
export type Verdict = 'better' | 'even' | 'worse';

export function verdictOf(one: Interval, other: Interval): Verdict {
  if (isClearlyBetter(one, other)) return 'better';
  return isClearlyBetter(other, one) ? 'worse' : 'even';
}

/** What two models are asked differs in the column that they predict, or in the task or classes of what they answer. */
export type QuestionDifference = 'target' | 'answers';

const asSet = (labels: readonly string[]) => JSON.stringify(labels.toSorted());

/** Scores only compare where both answer the same question: null then. */
export function differenceOf(one: Report, other: Report): QuestionDifference | null {
  if (one.target !== other.target) return 'target';
  return one.task === other.task && asSet(one.labels) === asSet(other.labels) ? null : 'answers';
}

/** The F1 of one of two classes says nothing of that of the other. */
const ofOneClass = (one: Report, other: Report) =>
  one.score.metric === 'f1' && one.task === 'binary' && one.labels[1] !== other.labels[1];

/** The scores of both in the metric of the first; null where the second has none in it. */
export function inOneMetric(one: Report, other: Report): [Interval, Interval] | null {
  if (ofOneClass(one, other)) return null;
  const same = [other.score, ...other.otherScores].find(({ metric }) => metric === one.score.metric);
  return same ? [one.score, same] : null;
}

export type Scored = Pick<ModelDetail, 'settings'> & { report: Report };

/** Whether both were scored on the same rows: those of one table, divided in the same way. */
export const scoredAlike = (one: Scored, other: Scored): boolean =>
  (['testSize', 'groupColumn', 'timeColumn'] as const).every(
    (name) => one.settings[name] === other.settings[name],
  ) &&
  one.report.dataSha256 === other.report.dataSha256 &&
  one.report.seed === other.report.seed &&
  one.report.rows.test === other.report.rows.test &&
  one.report.evaluation?.source === other.report.evaluation?.source;
