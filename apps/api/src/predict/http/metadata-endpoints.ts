import { RowcastError } from '@rowcast/contracts';
import { foundOncePer } from '../../platform/concurrency/memoize.ts';
import { rateLimit } from '../../platform/security/rate-limit.ts';
import type { Services } from '../../platform/services.ts';
import type { Door } from '../admission/authenticator.ts';
import type { LiveRoute, Variant } from '../admission/live-route.ts';
import { methodsOf, type Target } from '../admission/request-target.ts';
import { chooseVariant } from '../execution/choose-variant.ts';
import type { PredictCall } from '../execution/predict-call.ts';
import { apiDocument } from '../schema/api-document.ts';
import { protocolMetadata, protocolServer, variantOf } from './open-inference.ts';
import { corsHeaders, preflightHeaders, sendJson } from './send-response.ts';

/** How a call of one kind is answered. */
export type Way = (call: PredictCall, target: Target) => Promise<void>;

/** What is told of an API or of the server, beside predictions. */
export function telling(services: Services, door: Door): Record<'preflight' | 'tell' | 'tellOfServer', Way> {
  async function preflight(call: PredictCall, target: Target): Promise<void> {
    const { req, res, headers } = call;
    const origins = await door.origins(req, target);
    headers.push(...corsHeaders(origins, req.headers.origin), ...preflightHeaders(methodsOf(target.part)));
    res.writeHead(204, headers).end();
  }

  /** Not one of the call's own limits: who asks whether it would be answered takes nothing from those that are. */
  const limit = rateLimit(services.redis, { name: 'told', points: 300, seconds: 60 });
  const count = (keyId: string) =>
    limit.consume(keyId).catch((error: unknown) => {
      if (error instanceof RowcastError && error.code === 'RATE_LIMITED') throw error;
    });
  // Kept with what the process knows of an API, which is looked up anew every half minute and at every change.
  const documentOf = foundOncePer((route: LiveRoute) => apiDocument(services, route));
  const described = foundOncePer(({ bundleHash }: Variant) => services.modelServer.describe(bundleHash));

  /** For whoever holds a key: what a client is made from, or whether it would be answered. */
  async function tell(call: PredictCall, target: Target): Promise<void> {
    const { part, version } = target;
    const { key, route } = await door.open(call.req, target, part === 'ready' ? 'predict' : 'schema');
    call.headers.push(...corsHeaders(route.origins, call.req.headers.origin));
    call.route = route;
    await count(key.keyId);
    if (part === 'ready' && !route.enabled) throw new RowcastError('API_DISABLED');
    if (part === 'openapi') return sendJson(call.res, await documentOf(route), call.headers);
    const variant = version === null ? chooseVariant(route, key.keyId) : variantOf(route, version);
    if (!variant) throw new RowcastError(version === null ? 'API_NOT_DEPLOYED' : 'NOT_FOUND');
    if (part === 'ready') {
      await services.modelServer.describe(variant.bundleHash);
      return sendJson(call.res, { name: route.apiId, ready: true }, call.headers);
    }
    sendJson(call.res, protocolMetadata(route, await described(variant)), call.headers);
  }

  /** The protocol's questions about the server, which tell nothing of anyone's models. */
  async function tellOfServer({ res, headers }: PredictCall, { part }: Target): Promise<void> {
    if (part === 'serverReady' && !(await services.modelServer.ready()))
      throw new RowcastError('MODEL_SERVER_UNAVAILABLE', { retryAfterSeconds: 1 });
    const content = { server: protocolServer, live: { live: true }, serverReady: { ready: true } };
    sendJson(res, content[part as keyof typeof content], headers);
  }

  return { preflight, tell, tellOfServer };
}
