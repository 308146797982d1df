import { LRUCache } from 'lru-cache';
import type { CallLimits } from './call-limits.ts';

/** GCRA within this process, the fallback without Redis. Monthly quotas are not enforced meanwhile. */
export function createLocalLimiter(): (limits: CallLimits) => number[] {
  const dueTimes = new LRUCache<string, number>({ max: 50_000 });
  return ({ keys, intervals, policies }) => {
    const now = performance.now() * 1000;
    const due: number[] = [];
    for (const [at, interval] of intervals.entries()) {
      const next = Math.max(dueTimes.get(keys[at] ?? '') ?? now, now) + interval;
      const over = next - now - interval * (policies[at]?.quota ?? 0);
      if (over > 0) return [at + 1, over];
      due.push(next);
    }
    for (const [at, next] of due.entries()) dueTimes.set(keys[at] ?? '', next);
    return [0, ...due.map((next) => next - now)];
  };
}
