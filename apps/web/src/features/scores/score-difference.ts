import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import type { Report } from '@rowcast/contracts/domain/models/report';
import type { Interval } from './interval.ts';

/** A model with its report and settings. */
export type Scored = Pick<ModelDetail, 'settings'> & { report: Report };

/** Why two scores are not comparable: the target column, the task or classes, the metric, or the rows. */
export type Difference = 'target' | 'answers' | 'metric' | 'rows';

const asSet = (labels: readonly string[]) => JSON.stringify(labels.toSorted());

const haveSameOutput = (one: Report, other: Report): boolean =>
  one.task === other.task && asSet(one.labels) === asSet(other.labels);

/** F1 scores of different classes of a binary model are not comparable. */
const ofOneClass = (one: Report, other: Report) =>
  one.score.metric === 'f1' && one.task === 'binary' && one.labels[1] !== other.labels[1];

/** Whether both used the same table with the same split. */
const haveSameSplit = (one: Scored, other: Scored): boolean =>
  (['testSize', 'groupColumn', 'timeColumn'] as const).every(
    (name) => one.settings[name] === other.settings[name],
  ) &&
  one.report.dataSha256 === other.report.dataSha256 &&
  one.report.seed === other.report.seed &&
  one.report.rows.test === other.report.rows.test &&
  one.report.evaluation?.source === other.report.evaluation?.source;

/** The difference in the reports that prevents a comparison; null if there is none. */
export function differenceOf(one: Scored, other: Scored): Difference | null {
  const [a, b] = [one.report, other.report];
  if (a.target !== b.target) return 'target';
  if (!haveSameOutput(a, b)) return 'answers';
  if (a.score.metric !== b.score.metric || ofOneClass(a, b)) return 'metric';
  return haveSameSplit(one, other) ? null : 'rows';
}

/** Both scores in the metric of the first; null if the second lacks it. */
export function inOneMetric(one: Report, other: Report): [Interval, Interval] | null {
  if (one.target !== other.target || !haveSameOutput(one, other) || ofOneClass(one, other)) return null;
  const same = [other.score, ...other.otherScores].find(({ metric }) => metric === one.score.metric);
  return same ? [one.score, same] : null;
}
