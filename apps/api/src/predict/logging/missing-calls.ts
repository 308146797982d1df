import type { Redis } from 'ioredis';
import { daySeconds } from '../../platform/time/durations.ts';

const keptSeconds = 30 * daySeconds;
const keyOf = (apiId: string) => `log:{${apiId}}:missing`;

interface Missing {
  call: number;
  text: number;
  /** Milliseconds since 1970. */
  lastAt: number;
}

/** Counts calls that the log lacks, by API, in Redis, since Postgres is down when calls are dropped. */
export function missingCalls(redis: Redis, now: () => Date) {
  const waiting = new Map<string, Missing>();
  function wait(apiId: string, { call, text, lastAt }: Missing): void {
    const before = waiting.get(apiId) ?? { call: 0, text: 0, lastAt: 0 };
    waiting.set(apiId, {
      call: before.call + call,
      text: before.text + text,
      lastAt: Math.max(before.lastAt, lastAt),
    });
  }
  return {
    add(apiId: string, what: 'call' | 'text'): void {
      wait(apiId, { call: 0, text: 0, [what]: 1, lastAt: now().getTime() });
    },
    /** Counts that cannot be written now are kept for the next attempt. */
    async write(): Promise<void> {
      for (const [apiId, missing] of [...waiting]) {
        // Removed first, since more may be added before Redis responds.
        waiting.delete(apiId);
        const key = keyOf(apiId);
        try {
          await redis
            .multi()
            .hincrby(key, 'calls', missing.call)
            .hincrby(key, 'texts', missing.text)
            .hset(key, 'lastAt', missing.lastAt)
            .expire(key, keptSeconds)
            .exec();
        } catch (error) {
          wait(apiId, missing);
          throw error;
        }
      }
    },
  };
}

/** Number of calls missing from an API's log; null for none or without Redis. */
export async function missingOf(redis: Redis, apiId: string) {
  const found = await redis.hgetall(keyOf(apiId)).catch(() => ({}) as Record<string, string>);
  if (!found.lastAt) return null;
  const { calls, texts, lastAt } = found;
  return { calls: Number(calls), texts: Number(texts), lastAt: new Date(Number(lastAt)).toISOString() };
}
