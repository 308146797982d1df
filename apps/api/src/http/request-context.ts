import { languages } from '@rowcast/contracts';
import type { Request, RequestHandler, Response } from 'express';
import type { RequestContext } from '../platform/context.ts';
import { newId } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { Services } from '../platform/services.ts';

const contexts = new WeakMap<Request, RequestContext>();
const givenId = /^[A-Za-z0-9_-]{8,64}$/;

/** The caller's X-Request-Id where it is well formed, else a new one. */
export const requestIdOf = (given: string | undefined): string =>
  given && givenId.test(given) ? given : newId('request');

/** Gives each request its context and its id. */
export function attachContext(services: Services): RequestHandler {
  return (req: Request, res: Response, next) => {
    const requestId = requestIdOf(req.get('x-request-id'));
    res.setHeader('X-Request-Id', requestId);
    let log: Log | undefined;
    contexts.set(req, {
      ...services,
      /** Made at its first line, which most requests never write. */
      get log() {
        log ??= services.log.child({ requestId, ...(this.actor && { workspaceId: this.actor.workspaceId }) });
        return log;
      },
      requestId,
      actor: null,
      ip: req.ip ?? '',
      userAgent: (req.get('user-agent') ?? '').slice(0, 300),
      get language() {
        const wanted = req.acceptsLanguages(...languages);
        return languages.find((each) => each === wanted) ?? 'en';
      },
    });
    next();
  };
}

export function contextOf(req: Request): RequestContext {
  const context = contexts.get(req);
  if (!context) throw new Error('attachContext has not run');
  return context;
}
