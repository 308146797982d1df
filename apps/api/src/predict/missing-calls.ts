import type { Redis } from 'ioredis';

const keptSeconds = 30 * 24 * 3600;
const keyOf = (apiId: string) => `log:{${apiId}}:missing`;

interface Missing {
  call: number;
  text: number;
  /** Milliseconds since 1970. */
  lastAt: number;
}

/** Counts, by API, what the log lacks. Redis keeps it: when a call is dropped, Postgres is away. */
export function missingCalls(redis: Redis, now: () => Date) {
  const waiting = new Map<string, Missing>();
  return {
    add(apiId: string, what: 'call' | 'text'): void {
      const missing = waiting.get(apiId) ?? { call: 0, text: 0, lastAt: 0 };
      missing[what] += 1;
      missing.lastAt = now().getTime();
      waiting.set(apiId, missing);
    },
    /** What can't be told now is told the next time. */
    async write(): Promise<void> {
      for (const [apiId, { call, text, lastAt }] of [...waiting]) {
        const key = keyOf(apiId);
        await redis
          .multi()
          .hincrby(key, 'calls', call)
          .hincrby(key, 'texts', text)
          .hset(key, 'lastAt', lastAt)
          .expire(key, keptSeconds)
          .exec();
        waiting.delete(apiId);
      }
    },
  };
}

/** What an API's log lacks; null for nothing, and while Redis can't be asked. */
export async function missingOf(redis: Redis, apiId: string) {
  const found = await redis.hgetall(keyOf(apiId)).catch(() => ({}) as Record<string, string>);
  if (!found.lastAt) return null;
  const { calls, texts, lastAt } = found;
  return { calls: Number(calls), texts: Number(texts), lastAt: new Date(Number(lastAt)).toISOString() };
}
