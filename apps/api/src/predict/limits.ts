import { type ApiSettings, RowcastError } from '@rowcast/contracts';
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Services } from '../platform/services.ts';

interface Limit {
  headers: Record<string, string>;
  exceeded: RowcastError | null;
}

export type Limiter = (apiId: string, settings: ApiSettings) => Promise<Limit | null>;

/** Each API's own limit, counted in Redis for all processes; while Redis is away, each process counts for itself. */
export function apiLimiter({ redis }: Services): Limiter {
  const limiters = new LRUCache<string, RateLimiterRedis>({ max: 1_000 });
  const limiterOf = (points: number, duration: number) => {
    const name = `${points}/${duration}`;
    const existing = limiters.get(name);
    if (existing) return existing;
    const insuranceLimiter = new RateLimiterMemory({ points, duration });
    const keyPrefix = `limit:api:${duration}`;
    const limiter = new RateLimiterRedis({
      storeClient: redis,
      points,
      duration,
      keyPrefix,
      insuranceLimiter,
      rejectIfRedisNotReady: true,
    });
    limiters.set(name, limiter);
    return limiter;
  };
  return async (apiId, { rateLimitEnabled, rateLimitRequests: points, rateLimitWindow: duration }) => {
    if (!rateLimitEnabled) return null;
    const [use, exceeded] = await limiterOf(points, duration)
      .consume(apiId)
      .then(
        (result) => [result, false] as const,
        (refusal: unknown) => {
          if (refusal instanceof RateLimiterRes) return [refusal, true] as const;
          throw refusal;
        },
      );
    const reset = Math.max(1, Math.ceil(use.msBeforeNext / 1000));
    const headers = {
      'RateLimit-Policy': `"api";q=${points};w=${duration}`,
      RateLimit: `"api";r=${Math.max(0, use.remainingPoints)};t=${reset}`,
    };
    const error = exceeded ? new RowcastError('API_RATE_LIMITED', { retryAfterSeconds: reset }) : null;
    return { headers, exceeded: error };
  };
}
