import type { Log } from './log.ts';

const quietMs = 10_000;

/** Logs that a connection was lost, but not every reconnect attempt. */
export function connectionLog(log: Log, name: string): (error: Error) => void {
  let quietUntil = 0;
  return (error) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + quietMs;
    log.warn({ connection: name, err: error }, 'connection in trouble; trying again');
  };
}
