import type { ServerResponse } from 'node:http';

/** Within the time after which a reader is given up. */
const looks = 6;

/** Breaks an answer off whose reader takes nothing of what waits there for so long. Who waits for more is no such reader. */
export function giveUpIdle(res: ServerResponse, idleMs: number): void {
  let taken = 0;
  let since = performance.now();
  const timer = setInterval(() => {
    const { socket } = res;
    if (!socket) return;
    const now = performance.now();
    // A piece counts once it is taken whole: who takes a byte now and then takes nothing.
    const { bytesWritten, writableLength: waiting } = socket;
    if (waiting === 0 || bytesWritten - waiting !== taken) {
      taken = bytesWritten - waiting;
      since = now;
    } else if (now - since >= idleMs) res.destroy();
  }, idleMs / looks).unref();
  res.once('close', () => clearInterval(timer));
}
