import { RowcastError } from '@rowcast/contracts';
import type { Request, RequestHandler } from 'express';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Config } from '../../platform/config.ts';
import { isFromThisMachine } from '../../platform/network/this-machine.ts';
import { equalHash, sha256 } from '../../platform/security/encryption.ts';

const hasToken = ({ headers }: Request, token: string): boolean => {
  const [, given = ''] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? [];
  return equalHash(sha256(given), sha256(token));
};

/** Counts by route pattern, not by path, so that ids in paths do not become series of their own. */
export function metrics(
  { METRICS_TOKEN }: Pick<Config, 'METRICS_TOKEN'>,
  others: readonly Registry[],
): { measure: RequestHandler; show: RequestHandler } {
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
      const isAllowed = METRICS_TOKEN ? hasToken(req, METRICS_TOKEN) : isFromThisMachine(req);
      if (!isAllowed) throw new RowcastError('NOT_FOUND');
      res.type(registry.contentType).send(await Registry.merge([registry, ...others]).metrics());
    },
  };
}
