import { lowerIsBetter, type MetricName } from '@rowcast/contracts/domain/models/training';
import { type Interval, liesApart } from './interval.ts';

export const smallerIsBetter = (metric: MetricName) => lowerIsBetter.includes(metric);

export const isBetter = (metric: MetricName, a: number, b: number) =>
  smallerIsBetter(metric) ? a < b : a > b;

/** Better by more than chance may do to either. */
const isClearlyBetter = (one: Interval, other: Interval): boolean =>
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
