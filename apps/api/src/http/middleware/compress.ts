import compression from 'compression';
import type { RequestHandler } from 'express';

const squeeze = compression({
  filter: (req, res) =>
    !String(res.getHeader('content-type')).startsWith('text/event-stream') && compression.filter(req, res),
});

/** Brotli or gzip by what the client takes; an event stream must not wait for a full block. */
export const compress: RequestHandler = (req, res, next) => {
  if (req.headers['accept-encoding']) return squeeze(req, res, next);
  res.vary('Accept-Encoding');
  next();
};
