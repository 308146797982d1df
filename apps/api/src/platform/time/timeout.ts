import { setTimeout as sleep } from 'node:timers/promises';

/** The result of a task, or an error with this message if it takes longer. The task itself continues. */
export async function withTimeout<T>(ms: number, task: Promise<T>, message: string): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(message)), ms);
  return Promise.race([task, promise]).finally(() => clearTimeout(timer));
}

/** Waits for a task, but no longer than this. The task itself continues. */
export async function waitUpTo(ms: number, task: Promise<unknown>): Promise<void> {
  const settled = new AbortController();
  const timeout = sleep(ms, undefined, { signal: settled.signal }).catch(() => undefined);
  await Promise.race([task, timeout]).finally(() => settled.abort());
}
