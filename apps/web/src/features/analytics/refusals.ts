import type { DailyFigures } from '@rowcast/contracts/domain/apis/daily-figures';

export interface RejectionReason {
  code: string;
  status: number;
  calls: number;
  /** The last day on which it occurred. */
  last: string;
}

type Figures = Pick<DailyFigures, 'days' | 'refusals'>;

/** Rejected requests of every day, including days without any. */
export function byDay({ days, refusals }: Figures): { date: string; refused: number }[] {
  const calls = new Map<string, number>();
  for (const each of refusals) calls.set(each.date, (calls.get(each.date) ?? 0) + each.calls);
  return days.map(({ date }) => ({ date, refused: calls.get(date) ?? 0 }));
}

/** Rejected requests by reason, most frequent first. */
export function byReason({ refusals }: Figures): RejectionReason[] {
  const reasons = new Map<string, RejectionReason>();
  for (const { code, status, calls, date } of refusals) {
    const before = reasons.get(code);
    const last = before && before.last > date ? before.last : date;
    reasons.set(code, { code, status, calls: (before?.calls ?? 0) + calls, last });
  }
  return [...reasons.values()].toSorted((a, b) => b.calls - a.calls || (a.code < b.code ? -1 : 1));
}
