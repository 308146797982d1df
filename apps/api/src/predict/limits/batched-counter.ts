import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { CallLimits } from './call-limits.ts';
import { createLocalLimiter } from './local-limiter.ts';
import { limitScript } from './redis-script.ts';

/** Without Redis each process counts on its own and retries after this time. */
const retryMs = 1_000;
/** Micro-batch of optimistically admitted calls: maximum delay and size. */
const gatherMs = 20;
const maxGathered = 128;

const sha = createHash('sha1').update(limitScript).digest('hex');

interface PendingCall {
  limits: CallLimits;
  /** Negative for calls that were already admitted. */
  calls: number;
  resolve: (answer: number[]) => void;
  fail: () => void;
}

/** Calls admitted optimistically and counted afterwards. */
export interface AdmittedCalls {
  limits: CallLimits;
  workspaceId: string;
  calls: number;
}

/** Called with the result of the count. */
export interface CountResult {
  counted(ahead: AdmittedCalls, answer: number[]): void;
  lost(ahead: AdmittedCalls): void;
}

export interface BatchedCounter {
  /** Runs the script for one call. */
  ask(limits: CallLimits): Promise<number[]>;
  /** Counts an admitted call, batched with others and before the next checked call. */
  count(limits: CallLimits, workspaceId: string): void;
  /** Whether Redis counts the calls at present. */
  isShared(): boolean;
  close(): void;
}

interface Waiting {
  ahead: Map<CallLimits, AdmittedCalls>;
  asked: PendingCall[];
}

/** Calls of a workspace in one turn of the event loop share a round trip to Redis, whose cost is mostly per command. */
export function createBatchedCounter(redis: Redis, countResult: CountResult): BatchedCounter {
  const local = createLocalLimiter();
  const next = new Map<string, Waiting>();
  let soon: NodeJS.Immediate | null = null;
  let later: NodeJS.Timeout | null = null;
  let awayUntil = 0;

  async function run(asked: readonly PendingCall[]): Promise<number[]> {
    const keys = asked.flatMap(({ limits }) => limits.keys);
    const args = asked.flatMap(({ calls, limits }) => [calls, ...limits.args]);
    try {
      return (await redis.evalsha(sha, keys.length, ...keys, ...args)) as number[];
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
      return (await redis.eval(limitScript, keys.length, ...keys, ...args)) as number[];
    }
  }

  function send({ ahead, asked }: Waiting): void {
    const counts = [...ahead.values()].map((each) => ({
      limits: each.limits,
      calls: -each.calls,
      resolve: (answer: number[]) => countResult.counted(each, answer),
      fail: () => countResult.lost(each),
    }));
    const batch = [...counts, ...asked];
    run(batch).then(
      (answers) => {
        let at = 0;
        for (const { limits, resolve } of batch) {
          const length = limits.keys.length + 1;
          resolve(answers.slice(at, at + length));
          at += length;
        }
      },
      () => {
        awayUntil = performance.now() + retryMs;
        for (const { fail } of batch) fail();
      },
    );
  }

  function flush(): void {
    if (soon) clearImmediate(soon);
    if (later) clearTimeout(later);
    soon = later = null;
    for (const waiting of next.values()) send(waiting);
    next.clear();
  }

  function waitingOf({ tag }: CallLimits): Waiting {
    let waiting = next.get(tag);
    if (!waiting) {
      waiting = { ahead: new Map(), asked: [] };
      next.set(tag, waiting);
    }
    return waiting;
  }

  const isShared = () => redis.status === 'ready' && performance.now() >= awayUntil;

  return {
    isShared,
    ask(limits) {
      if (!isShared()) return Promise.resolve(local(limits));
      return new Promise((resolve) => {
        waitingOf(limits).asked.push({ limits, calls: 1, resolve, fail: () => resolve(local(limits)) });
        soon ??= setImmediate(flush);
      });
    },
    count(limits, workspaceId) {
      const { ahead } = waitingOf(limits);
      const known = ahead.get(limits) ?? { limits, workspaceId, calls: 0 };
      known.calls += 1;
      ahead.set(limits, known);
      if (known.calls === maxGathered) soon ??= setImmediate(flush);
      else if (!soon) later ??= setTimeout(flush, gatherMs);
    },
    close() {
      if (next.size > 0) flush();
    },
  };
}
