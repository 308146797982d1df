import type { RequestHandler } from 'express';
import type { recentActor, resolveActor } from '../features/auth/index.ts';
import { contextOf } from './request-context.ts';

/** Fills in the actor when a bearer token is sent. What they may do is each route's policy. */
export const authenticate =
  (resolve: typeof resolveActor | typeof recentActor): RequestHandler =>
  async (req, _res, next) => {
    const [scheme, token] = (req.get('authorization') ?? '').split(' ');
    if (scheme?.toLowerCase() === 'bearer' && token) {
      const context = contextOf(req);
      context.actor = await resolve(context, token, req.get('x-rowcast-workspace') || undefined);
    }
    next();
  };
