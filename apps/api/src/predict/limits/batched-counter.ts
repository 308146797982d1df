import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { CallLimits } from './call-limits.ts';
import { localLimits } from './local-limiter.ts';
import { limitScript } from './redis-script.ts';

/** While Redis does not count each process counts for itself, and asks again later. */
const retryMs = 1_000;
/** How long calls that were let through may wait to be counted together, and how many. */
const gatherMs = 20;
const maxGathered = 128;

const sha = createHash('sha1').update(limitScript).digest('hex');

interface Asked {
  limits: CallLimits;
  /** Negative for calls that were let through already. */
  calls: number;
  resolve: (answer: number[]) => void;
  fail: () => void;
}

/** Calls that were let through and are counted afterwards. */
export interface Ahead {
  limits: CallLimits;
  workspaceId: string;
  calls: number;
}

/** What becomes of them. */
export interface Heard {
  counted(ahead: Ahead, answer: number[]): void;
  lost(ahead: Ahead): void;
}

export interface LimitBatches {
  /** What the script answers about one call. */
  ask(limits: CallLimits): Promise<number[]>;
  /** Counts a call that was let through already, with others like it and before the next one that asks. */
  count(limits: CallLimits, workspaceId: string): void;
  /** Whether calls are counted by Redis now. */
  isShared(): boolean;
  close(): void;
}

interface Waiting {
  ahead: Map<CallLimits, Ahead>;
  asked: Asked[];
}

/** Calls of a workspace that arrive in one turn of the event loop share a round trip: most of its price is the command. */
export function limitBatches(redis: Redis, heard: Heard): LimitBatches {
  const local = localLimits();
  const next = new Map<string, Waiting>();
  let soon: NodeJS.Immediate | null = null;
  let later: NodeJS.Timeout | null = null;
  let awayUntil = 0;

  async function run(asked: readonly Asked[]): Promise<number[]> {
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
      resolve: (answer: number[]) => heard.counted(each, answer),
      fail: () => heard.lost(each),
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
