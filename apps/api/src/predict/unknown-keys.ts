import { RowcastError } from '@rowcast/contracts';
import { LRUCache } from 'lru-cache';
import { rateLimit } from '../platform/rate-limit.ts';
import type { Services } from '../platform/services.ts';

export interface UnknownKeys {
  /** Throws TOO_MANY_UNKNOWN_KEYS for a network that has sent too many; keys that are known here are not asked about. */
  check(network: string): void;
  /** Counts one more. */
  count(network: string): Promise<void>;
}

/** So that guessing keys costs the guesser's network, and neither Postgres nor other callers. */
export function unknownKeys({ redis }: Pick<Services, 'redis'>): UnknownKeys {
  const limit = rateLimit(redis, {
    name: 'unknown-keys',
    points: 60,
    seconds: 60,
    error: 'TOO_MANY_UNKNOWN_KEYS',
  });
  const blocked = new LRUCache<string, number>({ max: 10_000 });
  return {
    check(network) {
      const until = blocked.get(network);
      if (until === undefined) return;
      const seconds = Math.ceil((until - performance.now()) / 1000);
      if (seconds > 0) throw new RowcastError('TOO_MANY_UNKNOWN_KEYS', { retryAfterSeconds: seconds });
      blocked.delete(network);
    },
    async count(network) {
      try {
        await limit.consume(network);
      } catch (error) {
        if (!(error instanceof RowcastError) || error.code !== 'TOO_MANY_UNKNOWN_KEYS') return;
        blocked.set(network, performance.now() + (error.retryAfterSeconds ?? 1) * 1000);
        throw error;
      }
    },
  };
}
