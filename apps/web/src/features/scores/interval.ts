import type { Report } from '@rowcast/contracts/domain/report';
import { formatMetric } from '@/shared/lib/format.ts';

export type Interval = Report['score'];
type Ends = Pick<Interval, 'low' | 'high'>;

/** Whether both are known to differ by more than chance may do to either. */
export function liesApart(a: Ends, b: Ends): boolean {
  if (a.low === null || a.high === null || b.low === null || b.high === null) return false;
  return a.low > b.high || a.high < b.low;
}

/** Both ends, or null where the interval can't be told. */
export const rangeOf = ({ low, high }: Ends, metric: string | null): string | null =>
  low === null || high === null ? null : `${formatMetric(low, metric)}–${formatMetric(high, metric)}`;
