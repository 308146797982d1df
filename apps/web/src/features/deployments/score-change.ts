import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import type { Report } from '@rowcast/contracts/domain/models/report';
import {
  compareReports,
  type Interval,
  inOneMetric,
  isBetter,
  type ReportStanding,
} from '@/features/scores/index.ts';

/** Includes the metric's class, because an F1 score belongs to a class. */
export type NamedScore = Interval & Pick<Report, 'task' | 'labels'>;

export interface ScoreChange {
  /** Whether the new model is better, worse or about the same. */
  standing: ReportStanding;
  /** Both in one metric if possible, otherwise each in its own. */
  before: NamedScore;
  after: NamedScore;
  /** The score is lower, possibly by chance. */
  isBehind: boolean;
}

const named = (score: Interval, { task, labels }: Report): NamedScore => ({ ...score, task, labels });

const isWorse = (after: Interval, before: Interval): boolean =>
  after.metric === before.metric &&
  after.value !== null &&
  before.value !== null &&
  isBetter(after.metric, before.value, after.value);

type Model = Pick<ModelDetail, 'report' | 'settings'>;

/** Null if either has no report. */
export function scoreChange(
  { report: before, ...served }: Model,
  { report: after, ...offered }: Model,
): ScoreChange | null {
  if (!before || !after) return null;
  const [own, shown] = inOneMetric(before, after) ?? [before.score, after.score];
  return {
    standing: compareReports({ ...offered, report: after }, { ...served, report: before }),
    before: named(own, before),
    after: named(shown, after),
    isBehind: isWorse(shown, own),
  };
}
