import type { IncomingMessage, ServerResponse } from 'node:http';

/** Closes the connection of a caller who keeps sending after the response, with time to read it. */
export function cutOffLater(req: IncomingMessage, res: ServerResponse, sendingMs = 20_000): void {
  res.once('finish', () => {
    if (req.complete) return;
    const timer = setTimeout(() => req.destroy(), sendingMs).unref();
    req.once('close', () => clearTimeout(timer));
  });
}
