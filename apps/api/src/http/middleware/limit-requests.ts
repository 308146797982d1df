import { RowcastError } from '@rowcast/contracts';
import type { RequestHandler } from 'express';
import { networkOf } from '../../platform/network/client-address.ts';
import { rateLimit } from '../../platform/security/rate-limit.ts';
import type { Services } from '../../platform/services.ts';
import { contextOf } from './request-context.ts';

/** A limit far above interactive use. Without Redis it does not block requests. */
export function limitRequests({ redis }: Services): RequestHandler {
  const perSession = rateLimit(redis, { name: 'session', points: 600, seconds: 60 });
  const perNetwork = rateLimit(redis, { name: 'network', points: 600, seconds: 60 });
  return async (req, _res, next) => {
    const { actor, ip } = contextOf(req);
    try {
      if (actor) await perSession.consume(actor.sessionId);
      else await perNetwork.consume(networkOf(ip));
    } catch (error) {
      if (!(error instanceof RowcastError && error.code === 'SERVICE_UNAVAILABLE')) throw error;
    }
    next();
  };
}
