import { RowcastError } from '@rowcast/contracts';
import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { isLoopback } from '../../platform/network/client-address.ts';

/** Counts by route pattern, not by path, so that ids in paths do not become series of their own. */
export function metrics(others: readonly Registry[]): { measure: RequestHandler; show: RequestHandler } {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, without predictions and event streams',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
    registers: [registry],
  });
  return {
    measure(req, res, next) {
      const stop = seconds.startTimer();
      res.once('finish', () => {
        if (res.getHeader('content-type') === 'text/event-stream') return;
        stop({ method: req.method, route: res.locals.route ?? 'other', status: res.statusCode });
      });
      next();
    },
    async show(req, res) {
      if (!isLoopback(req.socket.remoteAddress ?? '') || req.headers['x-forwarded-for'])
        throw new RowcastError('NOT_FOUND');
      res.type(registry.contentType).send(await Registry.merge([registry, ...others]).metrics());
    },
  };
}
