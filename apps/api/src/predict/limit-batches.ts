import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { CallLimits } from './call-limits.ts';
import { limitScript } from './limit-script.ts';
import { localLimits } from './local-limits.ts';

/** A Redis that hangs must not hold a prediction up: each process then counts for itself, and asks again later. */
const patienceMs = 250;
const retryMs = 1_000;

const sha = createHash('sha1').update(limitScript).digest('hex');

interface Asked {
  limits: CallLimits;
  resolve: (answer: number[]) => void;
}

interface Batch {
  since: number;
  asked: Asked[];
}

export interface LimitBatches {
  /** What the script answers about one call. */
  count(limits: CallLimits): Promise<number[]>;
  close(): void;
}

/** Calls that arrive in one turn of the event loop share a round trip: most of its price is that of the command. */
export function limitBatches(shared: Redis): LimitBatches {
  const redis = shared.duplicate({ enableAutoPipelining: false });
  redis.on('error', () => {});
  const local = localLimits();
  const next = new Map<string, Asked[]>();
  const sent = new Set<Batch>();
  let scheduled = false;
  let awayUntil = 0;

  function giveUp(batch: Batch): void {
    if (!sent.delete(batch)) return;
    awayUntil = performance.now() + retryMs;
    for (const { limits, resolve } of batch.asked) resolve(local(limits));
  }

  async function run(asked: readonly Asked[]): Promise<number[]> {
    const keys = asked.flatMap(({ limits }) => limits.keys);
    const args = asked.flatMap(({ limits }) => limits.args);
    try {
      return (await redis.evalsha(sha, keys.length, ...keys, ...args)) as number[];
    } catch (error) {
      if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
      return (await redis.eval(limitScript, keys.length, ...keys, ...args)) as number[];
    }
  }

  function send(asked: Asked[]): void {
    const batch = { since: performance.now(), asked };
    sent.add(batch);
    run(asked).then(
      (answers) => {
        sent.delete(batch);
        let at = 0;
        for (const { limits, resolve } of asked) {
          const length = limits.keys.length + 1;
          resolve(answers.slice(at, at + length));
          at += length;
        }
      },
      () => giveUp(batch),
    );
  }

  function flush(): void {
    scheduled = false;
    for (const asked of next.values()) send(asked);
    next.clear();
  }

  const watch = setInterval(() => {
    const oldest = performance.now() - patienceMs;
    for (const batch of sent) if (batch.since < oldest) giveUp(batch);
  }, 100).unref();

  return {
    count(limits) {
      if (redis.status !== 'ready' || performance.now() < awayUntil) return Promise.resolve(local(limits));
      return new Promise((resolve) => {
        const asked = next.get(limits.tag);
        if (asked) asked.push({ limits, resolve });
        else next.set(limits.tag, [{ limits, resolve }]);
        if (scheduled) return;
        scheduled = true;
        setImmediate(flush);
      });
    },
    close() {
      clearInterval(watch);
      redis.disconnect();
    },
  };
}
