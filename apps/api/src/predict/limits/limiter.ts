import type { RowcastError } from '@rowcast/contracts';
import type { Services } from '../../platform/services.ts';
import { waitUpTo } from '../../platform/time/timeout.ts';
import { monthlyCallsSoFar } from '../admission/repository.ts';
import { createBatchedCounter } from './batched-counter.ts';
import type { CallLimits, Policy } from './call-limits.ts';
import { limitReached } from './limit-exceeded.ts';
import { createOptimisticAdmission } from './optimistic-admission.ts';

export interface Admission {
  /** Names and values in turn. */
  headers: string[];
  refused: RowcastError | null;
  /** Whether the call counts towards the monthly quota. A call without a response is refunded. */
  inMonth: boolean;
}

export interface Limiter {
  admit(limits: CallLimits, workspaceId: string): Admission | Promise<Admission>;
  /** Refunds a call that got no response to the monthly quota. */
  giveBack(limits: CallLimits): void;
  close(): void;
}

const patienceMs = 500;

/** A new counter reports a negative value. */
const giveBackScript = `if (tonumber(redis.call('GET', KEYS[1])) or 0) > 0 then return redis.call('DECR', KEYS[1]) end`;

const reset = (microseconds: number) => Math.max(1, Math.ceil(microseconds / 1_000_000));

const secondsLeftOfMonth = ({ until }: CallLimits, now: Date) => reset((until - now.getTime()) * 1000);

/** The script's result for the response headers: the limit closest to being exceeded. */
function tightest(limits: CallLimits, answer: readonly number[], now: Date) {
  const { policies, intervals } = limits;
  let found = { name: '', left: 0, share: Number.POSITIVE_INFINITY, seconds: 0 };
  let least = Number.POSITIVE_INFINITY;
  for (const [at, { name, quota }] of policies.entries()) {
    const answered = answer[at + 1];
    if (answered === undefined) continue;
    const used = Math.abs(answered);
    const interval = intervals[at];
    const left = Math.max(0, interval ? Math.floor((interval * quota - used) / interval) : quota - used);
    least = Math.min(least, left);
    if (left / quota >= found.share) continue;
    const seconds = interval ? reset(used) : secondsLeftOfMonth(limits, now);
    found = { name, left, share: left / quota, seconds };
  }
  return { ...found, least };
}

export function createLimiter({ redis, db, clock, log }: Services): Limiter {
  const rooms = createOptimisticAdmission();
  const batches = createBatchedCounter(redis, {
    counted({ limits, workspaceId, calls }, answer) {
      learn(limits, calls, answer);
      if (beginsMonth(limits, answer)) void resumeMonth(limits, workspaceId);
    },
    lost: ({ limits }) => rooms.forget(limits),
  });

  const beginsMonth = ({ month, policies }: CallLimits, answer: readonly number[]) =>
    month !== null && (answer[policies.length] ?? 0) < 0;

  /** Restores a monthly counter from Postgres after Redis was flushed. */
  async function resumeMonth({ month }: CallLimits, workspaceId: string): Promise<void> {
    await monthlyCallsSoFar(db, workspaceId, clock.now())
      .then((calls) => (calls > 0 && month ? redis.incrby(month, calls) : 0))
      .catch((err) => log.warn({ err }, 'the month is counted from zero'));
  }

  function refuse(limits: CallLimits, policy: Policy, wait: number): Admission {
    const seconds = policy.name === 'plan' ? secondsLeftOfMonth(limits, clock.now()) : reset(wait);
    return {
      headers: ['RateLimit-Policy', limits.header, 'RateLimit', `"${policy.name}";r=0;t=${seconds}`],
      refused: limitReached(policy, seconds),
      inMonth: false,
    };
  }

  /** Without Redis the monthly quota is not enforced; null if it is the only limit. */
  const admitted = (
    { header }: CallLimits,
    { name, seconds }: { name: string; seconds: number },
    left: number,
    inMonth: boolean,
  ): Admission => {
    const headers = ['RateLimit-Policy', header];
    if (name) headers.push('RateLimit', `"${name}";r=${Math.max(0, left)};t=${seconds}`);
    return { headers, refused: null, inMonth };
  };

  /** Records the shared count, which includes calls admitted optimistically. A new counter gives no estimate. */
  function learn(limits: CallLimits, ahead: number, answer: number[]) {
    const found = tightest(limits, answer, clock.now());
    if (beginsMonth(limits, answer)) rooms.forget(limits);
    else if (batches.isShared()) rooms.learn(limits, found, ahead);
    return found;
  }

  async function ask(limits: CallLimits, workspaceId: string): Promise<Admission> {
    const answer = await batches.ask(limits);
    const fired = limits.policies[(answer[0] ?? 0) - 1];
    if (fired) {
      rooms.forget(limits);
      return refuse(limits, fired, answer[1] ?? 0);
    }
    const found = learn(limits, 0, answer);
    // Runs before the call itself is logged. A slow Postgres must not delay the call.
    if (beginsMonth(limits, answer)) await waitUpTo(patienceMs, resumeMonth(limits, workspaceId));
    const inMonth = limits.month !== null && answer[limits.policies.length] !== undefined;
    return admitted(limits, found, found.left, inMonth);
  }

  return {
    admit(limits, workspaceId) {
      const room = batches.isShared() ? rooms.enter(limits) : null;
      if (!room) return ask(limits, workspaceId);
      batches.count(limits, workspaceId);
      return admitted(limits, room.tightest, room.tightest.left - room.uncounted, limits.month !== null);
    },
    giveBack({ month }) {
      if (month) redis.eval(giveBackScript, 1, month).catch(() => {});
    },
    close: batches.close,
  };
}
