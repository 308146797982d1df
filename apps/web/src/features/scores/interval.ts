import type { Report } from '@rowcast/contracts/domain/models/report';
import { formatMetric } from '@/shared/lib/format/format.ts';

export type Interval = Report['score'];
type Ends = Pick<Interval, 'low' | 'high'>;

/**
 * The 95 % interval of how far the first is above the second, from the intervals of both. It takes them as independent,
 * which makes it too wide rather than too narrow for two models that were scored on the same rows.
 */
function asIfIndependent(a: Interval, b: Interval): { low: number; high: number } | null {
  if (a.value === null || a.low === null || a.high === null) return null;
  if (b.value === null || b.low === null || b.high === null) return null;
  const apart = a.value - b.value;
  return {
    low: apart - Math.hypot(a.value - a.low, b.high - b.value),
    high: apart + Math.hypot(a.high - a.value, b.value - b.low),
  };
}

/**
 * Whether they differ by more than chance explains: the interval of their difference is on one side of nothing. What a
 * model is compared with has that of both on the same rows.
 */
export function liesApart(a: Interval, b: Interval): boolean {
  const apart = b.difference ?? a.difference ?? asIfIndependent(a, b);
  return apart !== null && (apart.low > 0 || apart.high < 0);
}

/** Both ends, or null where the interval can't be told. */
export const rangeOf = ({ low, high }: Ends, metric: string | null): string | null =>
  low === null || high === null ? null : `${formatMetric(low, metric)}–${formatMetric(high, metric)}`;
