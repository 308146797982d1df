import { RowcastError } from '@rowcast/contracts';
import { LRUCache } from 'lru-cache';
import { rateLimit } from '../../platform/security/rate-limit.ts';
import type { Services } from '../../platform/services.ts';
import { createWaitQueue, type WaitQueue } from '../limits/wait-queue.ts';

export interface UnknownKeys {
  /**
   * Whether a key that is not known here may be looked up. One from a network that has sent too many waits for its turn,
   * since it may be a valid one that this process never met; where too many wait, throws TOO_MANY_UNKNOWN_KEYS.
   */
  check(network: string): Promise<void> | void;
  /** Counts an unknown key. */
  count(network: string): Promise<void>;
}

/** A blocked network may still look up this many keys per second, with this many waiting. */
const lookedUpPerSecond = 1;
const maxWaiting = 4;

/** Limits look-ups of unknown keys per network, so that guessing does not load Postgres or affect other callers. */
export function unknownKeys({ redis }: Pick<Services, 'redis'>): UnknownKeys {
  const limit = rateLimit(redis, {
    name: 'unknown-keys',
    points: 60,
    seconds: 60,
    error: 'TOO_MANY_UNKNOWN_KEYS',
  });
  const blocked = new LRUCache<string, { until: number; line: WaitQueue }>({ max: 10_000 });
  async function wait(line: WaitQueue, seconds: number): Promise<void> {
    if (!(await line.turn())) throw new RowcastError('TOO_MANY_UNKNOWN_KEYS', { retryAfterSeconds: seconds });
  }

  return {
    check(network) {
      const block = blocked.get(network);
      if (block === undefined) return;
      const seconds = Math.ceil((block.until - performance.now()) / 1000);
      if (seconds > 0) return wait(block.line, seconds);
      blocked.delete(network);
    },
    async count(network) {
      try {
        await limit.consume(network);
      } catch (error) {
        if (!(error instanceof RowcastError) || error.code !== 'TOO_MANY_UNKNOWN_KEYS') return;
        const until = performance.now() + (error.retryAfterSeconds ?? 1) * 1000;
        const line = blocked.get(network)?.line ?? createWaitQueue(lookedUpPerSecond, maxWaiting);
        blocked.set(network, { until, line });
        throw error;
      }
    },
  };
}
