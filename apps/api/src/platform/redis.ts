import { Redis, type RedisOptions } from 'ioredis';
import { connectionLog } from './connection-log.ts';
import type { Log } from './log.ts';

const connectTimeout = 3_000;
/** Soon: who closes a connection that waits to be made anew waits as long. */
const retryStrategy = (attempt: number) => Math.min(attempt * 100, 2_000);

/** Fails fast while Redis is away, so that a request gets its 503 at once. */
export const failFast = {
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
  connectTimeout,
  retryStrategy,
} satisfies RedisOptions;
/** Waits for Redis, as blocking consumers must. */
export const patient = { maxRetriesPerRequest: null, connectTimeout, retryStrategy } satisfies RedisOptions;

export function connectRedis(url: string, kind: 'fail-fast' | 'patient', log: Log): Redis {
  const redis = new Redis(url, kind === 'patient' ? patient : { ...failFast, enableAutoPipelining: true });
  redis.on('error', connectionLog(log, 'redis'));
  return redis;
}
