import { Redis, type RedisOptions } from 'ioredis';
import { connectionLog } from '../log/connection-log.ts';
import type { Log } from '../log/log.ts';

const connectTimeout = 3_000;
/** A short delay, since closing a reconnecting client waits for it. */
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

/** For who blocks so long at a time: a connection on which not even that ends leads to nobody any more. */
export const blocking = (blockMs: number) =>
  ({ ...patient, socketTimeout: blockMs + 5_000 }) satisfies RedisOptions;

/** A hanging Redis counts as down: its connection is closed and reopened. */
const away = (ms: number) => ({ commandTimeout: ms, socketTimeout: ms }) satisfies RedisOptions;

const kinds = {
  'fail-fast': { ...failFast, ...away(1_000), enableAutoPipelining: true },
  /** For who listens and asks now and then whether anybody is there. */
  listening: { ...patient, socketTimeout: 500 },
} satisfies Record<string, RedisOptions>;

/** Call before closing: a reconnecting client never emits its end. */
export async function connectNow(
  connection: Promise<{ status: string; connect(): Promise<unknown> }> | undefined,
): Promise<void> {
  const client = await connection;
  if (client?.status === 'reconnecting') await client.connect().catch(() => {});
}

export function connectRedis(
  url: string,
  kind: keyof typeof kinds | ReturnType<typeof blocking>,
  log: Log,
): Redis {
  const redis = new Redis(url, typeof kind === 'string' ? kinds[kind] : kind);
  redis.on('error', connectionLog(log, 'redis'));
  return redis;
}

/** A connection beside this one for what a prediction does not wait for longer than a moment. */
export function momentaryRedis(redis: Redis): Redis {
  const own = redis.duplicate({ ...away(250), maxRetriesPerRequest: 0, enableAutoPipelining: false });
  // The main connection logs.
  return own.on('error', () => {});
}
