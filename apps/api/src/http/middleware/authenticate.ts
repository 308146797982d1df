import { RowcastError } from '@rowcast/contracts';
import type { RequestHandler } from 'express';
import type { recentActor, resolveActor } from '../../features/auth/index.ts';
import { contextOf } from './request-context.ts';

/**
 * Fills in the actor when a bearer token is sent. What they may do is each route's policy. One who is refused is counted
 * by `limit` like anybody without a session.
 */
export const authenticate =
  (resolve: typeof resolveActor | typeof recentActor, limit: RequestHandler): RequestHandler =>
  async (req, res, next) => {
    const [scheme, token] = (req.get('authorization') ?? '').split(' ');
    if (scheme?.toLowerCase() === 'bearer' && token) {
      const context = contextOf(req);
      try {
        context.actor = await resolve(context, token, req.get('x-rowcast-workspace') || undefined);
      } catch (error) {
        // An outage is nobody's fault.
        if (error instanceof RowcastError && error.status < 500) await limit(req, res, () => undefined);
        throw error;
      }
    }
    next();
  };
