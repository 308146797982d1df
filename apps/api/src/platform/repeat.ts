import type { Log } from './log.ts';

/** Does something again and again, never twice at once, until the returned function is called. A failure ends nothing. */
export function repeat(
  { every, log, what }: { every: number; log: Log; what: string },
  task: () => Promise<unknown>,
): () => Promise<void> {
  let underWay: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    underWay ??= task()
      // Its message may hold values of a query.
      .catch((error: Error) => log.warn({ error: error.name }, `${what} failed; trying again`))
      .finally(() => {
        underWay = null;
      });
  }, every);
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}
