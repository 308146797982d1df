import { lowerIsBetter, type MetricName } from '@rowcast/contracts/domain/models/training';
import { type Interval, isSignificant } from './interval.ts';

export const smallerIsBetter = (metric: MetricName) => lowerIsBetter.includes(metric);

export const isBetter = (metric: MetricName, a: number, b: number) =>
  smallerIsBetter(metric) ? a < b : a > b;

/** Better beyond chance for both intervals. */
const isClearlyBetter = (one: Interval, other: Interval): boolean =>
  one.metric === other.metric &&
  one.value !== null &&
  other.value !== null &&
  isBetter(one.metric, one.value, other.value) &&
  isSignificant(one, other);

/** Whether the first score is better than the second beyond chance. Also works without intervals. */
export type Verdict = 'better' | 'even' | 'worse';

export function compareScores(one: Interval, other: Interval): Verdict {
  if (isClearlyBetter(one, other)) return 'better';
  return isClearlyBetter(other, one) ? 'worse' : 'even';
}
