import { type Language, languages } from '@rowcast/contracts';
import type { Request, RequestHandler, Response } from 'express';
import type { RequestContext } from '../../platform/context.ts';
import type { Log } from '../../platform/log/log.ts';
import { CallerGone } from '../../platform/model-server/server.ts';
import { CancellationToken } from '../../platform/model-server.ts';
import { requestIdOf } from '../../platform/network/request-id.ts';
import type { Services } from '../../platform/services.ts';

interface Own extends RequestContext {
  request: Request;
  ownLog?: Log;
  ownRecall?: CancellationToken;
}

function recallOf(res: Response | undefined): CancellationToken {
  const cancellation = new CancellationToken();
  const leave = () => !res?.writableFinished && cancellation.cancel(new CallerGone());
  if (res?.closed) leave();
  else res?.once('close', leave);
  return cancellation;
}

/**
 * What all contexts have in common. Getters written into each of them, like a WeakMap from request to context, would
 * keep every request in memory until the next full collection.
 */
const shared = (services: Services) => ({
  ...services,
  /** Made at its first line, which most requests never write. */
  get log(): Log {
    const own = this as unknown as Own;
    const { requestId, actor } = own;
    own.ownLog ??= services.log.child({ requestId, ...(actor && { workspaceId: actor.workspaceId }) });
    return own.ownLog;
  },
  get cancellation(): CancellationToken {
    const own = this as unknown as Own;
    own.ownRecall ??= recallOf(own.request.res);
    return own.ownRecall;
  },
  get language(): Language {
    const wanted = (this as unknown as Own).request.acceptsLanguages(...languages);
    return languages.find((each) => each === wanted) ?? 'en';
  },
});

const key = Symbol('context');
type WithContext = Request & { [key]?: RequestContext };

/** Attaches the context and the request id. */
export function attachContext(services: Services): RequestHandler {
  const common = shared(services);
  return (request: WithContext, res: Response, next) => {
    const requestId = requestIdOf(request.get('x-request-id'));
    res.setHeader('X-Request-Id', requestId);
    request[key] = Object.assign(Object.create(common) as typeof common, {
      request,
      requestId,
      actor: null,
      ip: request.ip ?? '',
      userAgent: (request.get('user-agent') ?? '').slice(0, 300),
    });
    next();
  };
}

export function contextOf(req: WithContext): RequestContext {
  const context = req[key];
  if (!context) throw new Error('attachContext has not run');
  return context;
}
