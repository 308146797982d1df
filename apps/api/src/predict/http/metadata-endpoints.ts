import { RowcastError } from '@rowcast/contracts';
import { memoizeAsync } from '../../platform/concurrency/memoize.ts';
import { rateLimit } from '../../platform/security/rate-limit.ts';
import type { Services } from '../../platform/services.ts';
import type { Authenticator } from '../admission/authenticator.ts';
import type { LiveRoute, Variant } from '../admission/live-route.ts';
import { methodsOf, type Target } from '../admission/request-target.ts';
import { chooseVariant } from '../execution/choose-variant.ts';
import type { PredictCall } from '../execution/predict-call.ts';
import { apiDocument } from '../schema/api-document.ts';
import { protocolMetadata, protocolServer, variantOf } from './open-inference.ts';
import { corsHeaders, preflightHeaders, sendJson } from './send-response.ts';

/** Handles one kind of call. */
export type CallHandler = (call: PredictCall, target: Target) => Promise<void>;

/** Handlers for metadata of an API or of the server. */
export function createMetadataEndpoints(
  services: Services,
  authenticator: Authenticator,
): Record<'preflight' | 'metadata' | 'serverMetadata', CallHandler> {
  async function preflight(call: PredictCall, target: Target): Promise<void> {
    const { req, res, headers } = call;
    const origins = await authenticator.origins(req, target);
    headers.push(...corsHeaders(origins, req.headers.origin), ...preflightHeaders(methodsOf(target.part)));
    res.writeHead(204, headers).end();
  }

  /** Separate from the limits of predictions, so that readiness checks do not use up their quota. */
  const limit = rateLimit(services.redis, { name: 'metadata', points: 300, seconds: 60 });
  const count = (keyId: string) =>
    limit.consume(keyId).catch((error: unknown) => {
      if (error instanceof RowcastError && error.code === 'RATE_LIMITED') throw error;
    });
  // Cached with the route, which is refreshed every 30 seconds and on each change.
  const documentOf = memoizeAsync((route: LiveRoute) => apiDocument(services, route));
  const described = memoizeAsync(({ bundleHash }: Variant) => services.modelServer.describe(bundleHash));

  /** Returns the OpenAPI document, the model metadata or the readiness of an API to a key holder. */
  async function metadata(call: PredictCall, target: Target): Promise<void> {
    const { part, version } = target;
    const { key, route } = await authenticator.open(
      call.req,
      target,
      part === 'ready' ? 'predict' : 'schema',
    );
    call.headers.push(...corsHeaders(route.origins, call.req.headers.origin));
    call.route = route;
    await count(key.keyId);
    if (part === 'ready' && !route.enabled) throw new RowcastError('API_DISABLED');
    if (part === 'openapi') return sendJson(call.res, await documentOf(route), call.headers);
    const variant =
      version === null ? chooseVariant(route, { keyId: key.keyId, callId: null }) : variantOf(route, version);
    if (!variant) throw new RowcastError(version === null ? 'API_NOT_DEPLOYED' : 'NOT_FOUND');
    if (part === 'ready') {
      await services.modelServer.describe(variant.bundleHash);
      return sendJson(call.res, { name: route.apiId, ready: true }, call.headers);
    }
    sendJson(call.res, protocolMetadata(route, await described(variant)), call.headers);
  }

  /** Liveness, readiness and metadata of the server, as the Open Inference Protocol defines them. */
  async function serverMetadata({ res, headers }: PredictCall, { part }: Target): Promise<void> {
    if (part === 'serverReady' && !(await services.modelServer.ready()))
      throw new RowcastError('MODEL_SERVER_UNAVAILABLE', { retryAfterSeconds: 1 });
    const content = { server: protocolServer, live: { live: true }, serverReady: { ready: true } };
    sendJson(res, content[part as keyof typeof content], headers);
  }

  return { preflight, metadata, serverMetadata };
}
