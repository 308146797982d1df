import compression from 'compression';
import type { RequestHandler } from 'express';

/** Brotli or gzip by what the client takes; an event stream must not wait for a full block. */
export const compress: RequestHandler = compression({
  filter: (req, res) =>
    !String(res.getHeader('content-type')).startsWith('text/event-stream') && compression.filter(req, res),
});
