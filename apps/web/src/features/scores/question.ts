import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import type { Report } from '@rowcast/contracts/domain/models/report';
import type { Interval } from './interval.ts';

/** A model with its report and how it was asked for. */
export type Scored = Pick<ModelDetail, 'settings'> & { report: Report };

/**
 * In what two models differ, so that their scores say nothing of each other: the column that they predict, the task or
 * classes of what they answer, the metric, or the rows.
 */
export type Difference = 'target' | 'answers' | 'metric' | 'rows';

const asSet = (labels: readonly string[]) => JSON.stringify(labels.toSorted());

const answersAlike = (one: Report, other: Report): boolean =>
  one.task === other.task && asSet(one.labels) === asSet(other.labels);

/** The F1 of one of two classes says nothing of that of the other. */
const ofOneClass = (one: Report, other: Report) =>
  one.score.metric === 'f1' && one.task === 'binary' && one.labels[1] !== other.labels[1];

/** Whether what is known of the rows of both says nothing of others: one table, divided in the same way. */
const dividedAlike = (one: Scored, other: Scored): boolean =>
  (['testSize', 'groupColumn', 'timeColumn'] as const).every(
    (name) => one.settings[name] === other.settings[name],
  ) &&
  one.report.dataSha256 === other.report.dataSha256 &&
  one.report.seed === other.report.seed &&
  one.report.rows.test === other.report.rows.test &&
  one.report.evaluation?.source === other.report.evaluation?.source;

/** What in the reports of both sets them apart; null where nothing in them does. */
export function differenceOf(one: Scored, other: Scored): Difference | null {
  const [a, b] = [one.report, other.report];
  if (a.target !== b.target) return 'target';
  if (!answersAlike(a, b)) return 'answers';
  if (a.score.metric !== b.score.metric || ofOneClass(a, b)) return 'metric';
  return dividedAlike(one, other) ? null : 'rows';
}

/** The scores of both in the metric of the first; null where the second has none in it. */
export function inOneMetric(one: Report, other: Report): [Interval, Interval] | null {
  if (one.target !== other.target || !answersAlike(one, other) || ofOneClass(one, other)) return null;
  const same = [other.score, ...other.otherScores].find(({ metric }) => metric === one.score.metric);
  return same ? [one.score, same] : null;
}
