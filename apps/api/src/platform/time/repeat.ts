import type { Log } from '../log/log.ts';

interface Repetition {
  every: number;
  log: Log;
  what: string;
  /** Begins now, and not only after the first pause. */
  atOnce?: boolean;
}

/**
 * Does something again and again, never twice at once, until the returned function is called, which waits for what is
 * under way. A failure ends nothing.
 */
export function repeat(
  { every, log, what, atOnce = false }: Repetition,
  task: () => Promise<unknown>,
): () => Promise<void> {
  let underWay: Promise<unknown> | null = null;
  const begin = () => {
    underWay ??= task()
      .catch((err) => log.warn({ err }, `${what} failed; trying again`))
      .finally(() => {
        underWay = null;
      });
  };
  const timer = setInterval(begin, every);
  if (atOnce) begin();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}
