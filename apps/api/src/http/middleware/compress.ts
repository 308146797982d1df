import compression from 'compression';
import type { RequestHandler } from 'express';

const squeeze = compression({
  filter: (req, res) =>
    !String(res.getHeader('content-type')).startsWith('text/event-stream') && compression.filter(req, res),
});

/** Compresses with Brotli or gzip. Event streams are flushed at once. */
export const compress: RequestHandler = (req, res, next) => {
  if (req.headers['accept-encoding']) return squeeze(req, res, next);
  res.vary('Accept-Encoding');
  next();
};
