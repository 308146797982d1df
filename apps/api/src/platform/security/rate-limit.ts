import { type ErrorCode, RowcastError } from '@rowcast/contracts';
import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { memoizeByObject } from '../concurrency/memoize.ts';
import { spanOf, waitOf } from '../time/duration-text.ts';

export interface Limit {
  name: string;
  points: number;
  seconds: number;
  /** How long one who had too many tries waits, where that is longer than what is left of `seconds`. */
  blockSeconds?: number;
  error?: ErrorCode;
}

export interface RateLimit {
  /** Consumes one attempt; throws the limit's error if none is left. */
  consume(key: string): Promise<void>;
  forget(key: string): Promise<void>;
}

export function rateLimit(
  redis: Redis,
  { name, points, seconds, blockSeconds = 0, error = 'RATE_LIMITED' }: Limit,
): RateLimit {
  const limiter = new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `limit:${name}`,
    points,
    duration: seconds,
    blockDuration: blockSeconds,
    rejectIfRedisNotReady: true,
  });
  const away = (cause: unknown) => new RowcastError('SERVICE_UNAVAILABLE', { cause, retryAfterSeconds: 5 });
  return {
    async consume(key) {
      try {
        await limiter.consume(key);
      } catch (thrown) {
        if (!(thrown instanceof RateLimiterRes)) throw away(thrown);
        const retryAfterSeconds = Math.ceil(thrown.msBeforeNext / 1000);
        const most = `${points} ${points === 1 ? 'request' : 'requests'} in ${spanOf(seconds)}`;
        const message = `Rate limit of ${most} reached. Try again in ${waitOf(retryAfterSeconds)}.`;
        // Other errors say themselves what was too much, and what to do.
        throw new RowcastError(error, { retryAfterSeconds, ...(error === 'RATE_LIMITED' && { message }) });
      }
    },
    async forget(key) {
      await limiter.delete(key).catch((thrown) => {
        throw away(thrown);
      });
    },
  };
}

/** Opens the limits of a feature once per connection. */
export function limitsOf<T>(open: (redis: Redis) => T): (services: { redis: Redis }) => T {
  const limits = memoizeByObject(open);
  return ({ redis }) => limits(redis);
}
