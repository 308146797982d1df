import type { Report } from '@rowcast/contracts/domain/models/report';
import { formatMetric } from '@/shared/lib/format/format.ts';

export type Interval = Report['score'];
type Ends = Pick<Interval, 'low' | 'high'>;

/**
 * The 95 % interval of the difference of two scores, from both intervals. It assumes independence, so it is rather
 * too wide for models scored on the same rows.
 */
export function differenceInterval(a: Interval, b: Interval): { low: number; high: number } | null {
  if (a.value === null || a.low === null || a.high === null) return null;
  if (b.value === null || b.low === null || b.high === null) return null;
  const apart = a.value - b.value;
  return {
    low: apart - Math.hypot(a.value - a.low, b.high - b.value),
    high: apart + Math.hypot(a.high - a.value, b.value - b.low),
  };
}

/**
 * Whether the difference is significant: its interval excludes zero. A baseline comparison uses the paired interval.
 */
export function isSignificant(a: Interval, b: Interval): boolean {
  const apart = b.difference ?? a.difference ?? differenceInterval(a, b);
  return apart !== null && (apart.low > 0 || apart.high < 0);
}

/** Both bounds, or null if the interval is unknown. */
export const rangeOf = ({ low, high }: Ends, metric: string | null): string | null =>
  low === null || high === null ? null : `${formatMetric(low, metric)}–${formatMetric(high, metric)}`;
