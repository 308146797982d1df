import { Redis, type RedisOptions } from 'ioredis';
import { connectionLog } from './connection-log.ts';
import type { Log } from './log.ts';

/** Fails fast while Redis is away, so that a request gets its 503 at once. */
const failFast = {
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
  enableAutoPipelining: true,
};
/** Waits for Redis, as blocking consumers must. */
const patient = { maxRetriesPerRequest: null };

export function connectRedis(url: string, kind: 'fail-fast' | 'patient', log: Log): Redis {
  const options = {
    ...(kind === 'patient' ? patient : failFast),
    connectTimeout: 3_000,
    retryStrategy: (attempt: number) => Math.min(attempt * 100, 2_000),
  } satisfies RedisOptions;
  const redis = new Redis(url, options);
  redis.on('error', connectionLog(log, 'redis'));
  return redis;
}
