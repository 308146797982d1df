import { createHash } from 'node:crypto';
import { RowcastError } from '@rowcast/contracts';
import type { Services } from '../platform/services.ts';
import type { CallLimits, Policy } from './call-limits.ts';
import { limitScript } from './limit-script.ts';
import { localLimits } from './local-limits.ts';
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

/** A Redis that hangs must not hold a prediction up: each process then counts for itself, and asks again later. */
const patienceMs = 250;
const retryMs = 1_000;

const codes = {
  key: 'KEY_RATE_LIMITED',
  api: 'API_RATE_LIMITED',
  plan: 'PLAN_QUOTA_EXCEEDED',
} as const satisfies Record<Policy['name'], string>;

const sha = createHash('sha1').update(limitScript).digest('hex');

const secondsLeftOfMonth = (at: Date) =>
  Math.ceil((Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1) - at.getTime()) / 1000);

export function openLimiter({ redis, db, clock, log }: Services): Limiter {
  const local = localLimits();
  const waiting = new Set<{ since: number; giveUp: () => void }>();
  let awayUntil = 0;
  const watch = setInterval(() => {
    const oldest = performance.now() - patienceMs;
    for (const each of waiting) if (each.since < oldest) each.giveUp();
  }, 100).unref();

  const run = ({ keys, args }: CallLimits): Promise<number[]> =>
    redis.evalsha(sha, keys.length, ...keys, ...args).catch((error: Error) => {
      if (!error.message.startsWith('NOSCRIPT')) throw error;
      return redis.eval(limitScript, keys.length, ...keys, ...args);
    }) as Promise<number[]>;

  function count(limits: CallLimits): Promise<number[]> {
    if (redis.status !== 'ready' || performance.now() < awayUntil) return Promise.resolve(local(limits));
    return new Promise((resolve) => {
      const entry = {
        since: performance.now(),
        giveUp: () => {
          waiting.delete(entry);
          awayUntil = performance.now() + retryMs;
          resolve(local(limits));
        },
      };
      waiting.add(entry);
      run(limits).then((answer) => {
        waiting.delete(entry);
        resolve(answer);
      }, entry.giveUp);
    });
  }

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
      const answer = await count(limits);
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
    close: () => clearInterval(watch),
  };
}
