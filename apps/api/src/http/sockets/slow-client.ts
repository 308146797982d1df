import type { ServerResponse } from 'node:http';

const usual = {
  /** Minimum number of buffered bytes read within this time. */
  minBytes: 256 * 1024,
  minMs: 30_000,
  /** As long as an upload may last. */
  longestMs: 60 * 60_000,
};

/** Checks several times within the period. */
const looks = 6;

/**
 * Breaks an answer off whose reader all but takes nothing of what waits there, and one that lasts too long. Who waits
 * for more is no such reader.
 */
export function giveUpSlow(res: ServerResponse, pace: Partial<typeof usual> = {}): void {
  const { minBytes, minMs, longestMs } = { ...usual, ...pace };
  const started = performance.now();
  let counted = 0;
  let since = started;
  const timer = setInterval(() => {
    const { socket } = res;
    if (!socket) return;
    const now = performance.now();
    // A piece counts once it is taken whole: who takes a byte now and then takes nothing.
    const { bytesWritten, writableLength: waiting } = socket;
    const taken = bytesWritten - waiting;
    if (waiting === 0 || taken - counted >= minBytes) {
      counted = taken;
      since = now;
    }
    if (now - since >= minMs || now - started >= longestMs) res.destroy();
  }, minMs / looks).unref();
  res.once('close', () => clearInterval(timer));
}
