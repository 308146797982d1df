import type { IncomingMessage, ServerResponse } from 'node:http';

/** Whoever goes on sending after the answer does not keep the connection, but has time to take the answer in. */
export function cutOffLater(req: IncomingMessage, res: ServerResponse, sendingMs = 20_000): void {
  res.once('finish', () => {
    if (req.complete) return;
    const timer = setTimeout(() => req.destroy(), sendingMs).unref();
    req.once('close', () => clearTimeout(timer));
  });
}
