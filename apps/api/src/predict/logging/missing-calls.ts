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

/** Counts, by API, what the log lacks. Redis keeps it: when a call is dropped, Postgres is away. */
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
    /** What can't be told now is told the next time. */
    async write(): Promise<void> {
      for (const [apiId, missing] of [...waiting]) {
        // Taken out first: more may be missing before Redis has answered.
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

/** What an API's log lacks; null for nothing, and while Redis can't be asked. */
export async function missingOf(redis: Redis, apiId: string) {
  const found = await redis.hgetall(keyOf(apiId)).catch(() => ({}) as Record<string, string>);
  if (!found.lastAt) return null;
  const { calls, texts, lastAt } = found;
  return { calls: Number(calls), texts: Number(texts), lastAt: new Date(Number(lastAt)).toISOString() };
}
