import { RowcastError } from '@rowcast/contracts';
import type { Services } from '../platform/services.ts';
import type { CallLimits, Policy } from './call-limits.ts';
import { limitBatches } from './limit-batches.ts';
import { monthlyCallsSoFar } from './repository.ts';

export interface Admission {
  /** Names and values in turn. */
  headers: string[];
  refused: RowcastError | null;
}

export interface Limiter {
  admit(limits: CallLimits, workspaceId: string): Promise<Admission>;
  /** Gives a call back to the month's quota, since it was not answered. */
  giveBack(limits: CallLimits): void;
  close(): void;
}

const codes = {
  key: 'KEY_RATE_LIMITED',
  api: 'API_RATE_LIMITED',
  plan: 'PLAN_QUOTA_EXCEEDED',
} as const satisfies Record<Policy['name'], string>;

const secondsLeftOfMonth = (at: Date) =>
  Math.ceil((Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1) - at.getTime()) / 1000);

export function openLimiter({ redis, db, clock, log }: Services): Limiter {
  const batches = limitBatches(redis);

  /** A counter that begins in the middle of a month (Redis was flushed) goes on from what Postgres has counted. */
  function resumeMonth(month: string, workspaceId: string): void {
    monthlyCallsSoFar(db, workspaceId, clock.now())
      .then((calls) => (calls > 0 ? redis.incrby(month, calls) : 0))
      .catch((error: Error) => log.warn({ error: error.message }, 'the month is counted from zero'));
  }

  const reset = (microseconds: number) => Math.max(1, Math.ceil(microseconds / 1_000_000));

  function refuse(policy: Policy, wait: number, header: string): Admission {
    const seconds = policy.name === 'plan' ? secondsLeftOfMonth(clock.now()) : reset(wait);
    return {
      headers: ['RateLimit-Policy', header, 'RateLimit', `"${policy.name}";r=0;t=${seconds}`],
      refused: new RowcastError(codes[policy.name], { retryAfterSeconds: seconds }),
    };
  }

  return {
    async admit(limits, workspaceId) {
      const { policies, intervals, header, month } = limits;
      const answer = await batches.count(limits);
      const fired = policies[(answer[0] ?? 0) - 1];
      if (fired) return refuse(fired, answer[1] ?? 0, header);
      const counted = month && answer[policies.length];
      if (month && counted === 1) resumeMonth(month, workspaceId);
      let tightest = '';
      let least = Number.POSITIVE_INFINITY;
      for (let at = 0; at < policies.length; at += 1) {
        const { name, quota } = policies[at] as Policy;
        const used = answer[at + 1];
        if (used === undefined) continue;
        const interval = intervals[at];
        const left = interval ? Math.floor((interval * quota - used) / interval) : quota - used;
        if (left / quota >= least) continue;
        least = left / quota;
        const seconds = interval ? reset(used) : secondsLeftOfMonth(clock.now());
        tightest = `"${name}";r=${left};t=${seconds}`;
      }
      return { headers: ['RateLimit-Policy', header, 'RateLimit', tightest], refused: null };
    },
    giveBack({ month }) {
      if (month) redis.decr(month).catch(() => {});
    },
    close: batches.close,
  };
}
