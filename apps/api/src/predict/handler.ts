import type { IncomingMessage, ServerResponse } from 'node:http';
import { RowcastError } from '@rowcast/contracts';
import type { Registry } from 'prom-client';
import { bounds, connectDatabase } from '../platform/db/database.ts';
import { toRowcastError } from '../platform/errors/to-rowcast-error.ts';
import { requestIdOf } from '../platform/network/request-id.ts';
import { momentaryRedis } from '../platform/redis/redis.ts';
import { reportUnavailableModel } from '../platform/redis/unavailable-models.ts';
import type { Services } from '../platform/services.ts';
import { createAuthenticator } from './admission/authenticator.ts';
import { idempotency } from './admission/idempotency.ts';
import type { LiveRoute } from './admission/live-route.ts';
import {
  isPrediction,
  isProtocol,
  methodOf,
  methodsOf,
  type Part,
  readTarget,
  type Target,
} from './admission/request-target.ts';
import { chooseVariant } from './execution/choose-variant.ts';
import { PredictCall } from './execution/predict-call.ts';
import { answerPrediction, type Prediction, questionOf } from './execution/predict-rows.ts';
import { asUtf8 } from './http/charset.ts';
import { type CallHandler, createMetadataEndpoints } from './http/metadata-endpoints.ts';
import { protocolError, variantOf } from './http/open-inference.ts';
import {
  acceptOf,
  contentTypeOf,
  jsonBytesOf,
  policyHeader,
  readBody,
  tensorTypeOf,
} from './http/read-body.ts';
import { answerForm, wholeForms } from './http/response-format.ts';
import { corsHeaders, fixedHeaders, sendError, sendPrediction } from './http/send-response.ts';
import { openLightModels } from './in-process/light-models.ts';
import { createBodyMemory } from './limits/body-memory.ts';
import { callLimits } from './limits/call-limits.ts';
import { createLimiter } from './limits/limiter.ts';
import { createStreamSlots } from './limits/stream-slots.ts';
import { createSettlement } from './logging/record-outcome.ts';
import { shadowedCalls } from './rollouts/shadowed-calls.ts';
import { createRouteCaches } from './routes.ts';
import { streamPrediction } from './streaming/stream-prediction.ts';

const drainMs = 5_000;

export interface PredictHandler {
  matches(req: IncomingMessage): boolean;
  handle(req: IncomingMessage, res: ServerResponse): void;
  readonly registry: Registry;
  /** Loads a light model before it is deployed. */
  prepare(bundleHash: string): Promise<void>;
  /** Sends Connection: close from now on, so that a load balancer moves callers to other processes. */
  drain(): void;
  close(): Promise<void>;
}

/** Timeouts. */
export interface Patience {
  /** Of a request body. */
  bodyMs?: number | undefined;
  /** Of a stalled stream. */
  streamMs?: number | undefined;
}

/** The predict path: key, limits, model, response. Bookkeeping happens after the response. */
export function predictHandler(given: Services, { bodyMs, streamMs }: Patience = {}): PredictHandler {
  const redis = momentaryRedis(given.redis);
  const db = connectDatabase(
    given.config.DATABASE_URL,
    bounds.predictions(given.config.DATABASE_TIMEOUT_SECONDS),
  );
  const services = { ...given, redis, db };
  const { config, clock, log } = services;
  const limiter = createLimiter(services);
  const settlement = createSettlement(services, limiter);
  const { metrics } = settlement;
  const models = openLightModels(services, metrics.workedOut);
  const routes = createRouteCaches(services, models.forget);
  const authenticator = createAuthenticator(services, routes);
  // Uses the API's pool, so that shadow writes do not delay predictions.
  const shadow = shadowedCalls(given);
  const places = createStreamSlots(metrics.limited);
  const once = idempotency(services);
  const bodies = createBodyMemory();
  const fixed = fixedHeaders(config.PUBLIC_URL?.startsWith('https:') ?? false);
  const headersOf = { current: fixed };

  async function admit(call: PredictCall, target: Target): Promise<void> {
    const { req } = call;
    const { key, route } = await authenticator.open(req, target, 'predict');
    call.headers.push(...corsHeaders(route.origins, req.headers.origin), ...route.notices);
    call.key = key;
    call.route = route;
    const limits = callLimits(route, key, clock.now);
    if (limits) {
      const { headers, refused, inMonth } = await limiter.admit(limits, route.workspaceId);
      call.headers.push(...headers);
      if (refused) {
        metrics.limited(refused.code);
        throw refused;
      }
      if (inMonth) call.limits = limits;
    }
    if (!route.enabled) throw new RowcastError('API_DISABLED');
    call.variant = chooseVariant(route, { keyId: key.keyId, callId: call.callId });
    if (target.version === null || target.version === call.variant?.version) return;
    call.variant = variantOf(route, target.version);
    if (!call.variant) throw new RowcastError('NOT_FOUND');
  }

  function hold(call: PredictCall, { workspaceId }: LiveRoute, bytes: number): boolean {
    if (!bodies.take(workspaceId, bytes - call.heldBytes)) return false;
    call.heldBytes = bytes;
    return true;
  }

  function settle(call: PredictCall): void {
    if (call.heldBytes > 0 && call.route) bodies.giveBack(call.route.workspaceId, call.heldBytes);
    settlement.settle(call);
  }

  async function answer(call: PredictCall, target: Target): Promise<Prediction> {
    const { query, part } = target;
    const { req, route, key, variant, requestId, cancellation } = call;
    if (!route || !key) throw new Error('a call is answered only after it was admitted');
    const infers = part === 'infer';
    const sentType = infers ? tensorTypeOf(req) : contentTypeOf(req);
    // The Open Inference Protocol has its own error format.
    const accept = infers ? acceptOf(req) : answerForm(acceptOf(req), wholeForms);
    const sent = await readBody(req, (bytes) => hold(call, route, bytes), bodyMs);
    const { body, contentType } = asUtf8(sent, sentType);
    call.contentType = contentType;
    call.body = body;
    const form = {
      query,
      accept,
      policy: policyHeader(req),
      jsonBytes: infers ? jsonBytesOf(req) : null,
    };
    call.form = form;
    const question = { ...questionOf(route, form), body, contentType, requestId, cancellation };
    const work = () => answerPrediction({ modelServer: models }, route, variant, question);
    const given = req.headers['idempotency-key'];
    if (given === undefined) return work();
    const patienceSeconds = route.settings.requestTimeout;
    const asked = [String(part), String(target.version), contentType, JSON.stringify(form)];
    const caller = { workspaceId: route.workspaceId, keyId: key.keyId };
    const scope = { ...caller, given: String(given), asked, body, patienceSeconds, cancellation };
    const { prediction, replayed } = await once(scope, work);
    call.replayed = replayed;
    if (replayed) {
      metrics.replayed();
      call.variant = variantOf(route, prediction.version);
      call.headers.push('Idempotent-Replayed', 'true');
    }
    return prediction;
  }

  async function predict(call: PredictCall, target: Target): Promise<void> {
    await admit(call, target);
    const prediction = await answer(call, target);
    if (call.isAbandoned) return;
    call.outcome = prediction;
    call.answer = prediction.body;
    sendPrediction(call.res, prediction, call.headers);
    shadow.follow(call, prediction);
  }

  /** A stream with at least one prediction counts as a call, however it ends. */
  async function stream(call: PredictCall, target: Target): Promise<void> {
    await admit(call, target);
    const { req, res, requestId } = call;
    const leave = places.take(call);
    call.isStream = true;
    call.sample = shadow.sampleOf(call);
    const admits = async () => {
      const { route } = await authenticator.open(req, target, 'predict');
      if (!route.enabled) throw new RowcastError('API_DISABLED');
    };
    const streamed = await streamPrediction(services, call, target.query, admits, streamMs).finally(leave);
    const { prediction, isSent, broken } = streamed;
    if (!isSent) {
      if (call.isAbandoned) return;
      call.outcome = prediction;
      call.answer = prediction.body;
      sendPrediction(res, prediction, call.headers);
      return;
    }
    if (prediction.rows > 0 || !broken) call.outcome = prediction;
    shadow.followStream(call, prediction);
    if (call.isAbandoned) return;
    if (broken?.reason instanceof RowcastError) logFault(broken.reason, requestId);
    res.end(broken?.line);
    if (broken) cutOff(call);
  }

  function logFault(error: RowcastError, requestId: string): void {
    if (error.status < 500) return;
    log.error({ err: error, requestId }, 'prediction failed');
  }

  /** Closes the connection of a caller who keeps sending or does not read the response. */
  function cutOff({ req, res }: PredictCall): void {
    req.resume();
    setTimeout(() => (req.complete && res.writableFinished) || req.destroy(), drainMs).unref();
  }

  /** The jobs process notifies the members and rolls the API back. */
  function reportUnavailable({ route, variant }: PredictCall, { code }: RowcastError): void {
    if (code !== 'MODEL_UNAVAILABLE' || !route || variant?.label !== 'stable') return;
    reportUnavailableModel(given.redis, route.apiId).catch((err) =>
      log.warn({ err, apiId: route.apiId }, 'unavailable model not reported'),
    );
  }

  function refuse(call: PredictCall, thrown: unknown): void {
    const { req, res, requestId, headers } = call;
    if (call.isAbandoned) return;
    const error = toRowcastError(thrown);
    logFault(error, requestId);
    reportUnavailable(call, error);
    if (res.headersSent || res.destroyed) return void res.destroy();
    if (!call.route) headers.push(...corsHeaders('*', undefined));
    const content = isProtocol(req.url ?? '') ? protocolError(error, requestId) : error.toBody(requestId);
    const body = Buffer.from(JSON.stringify(content));
    call.outcome = error;
    call.answer = body;
    sendError(res, error, body, headers);
  }

  const { preflight, metadata, serverMetadata } = createMetadataEndpoints(services, authenticator);
  const ways: Record<Part, CallHandler> = {
    predict,
    infer: predict,
    stream,
    openapi: metadata,
    metadata,
    ready: metadata,
    server: serverMetadata,
    live: serverMetadata,
    serverReady: serverMetadata,
  };

  function wayOf({ req, headers }: PredictCall, { part }: Target): CallHandler {
    if (req.method === 'OPTIONS') return preflight;
    if (!part) throw new RowcastError('NOT_FOUND');
    if (req.method === methodOf[part]) return ways[part];
    headers.push('Allow', methodsOf(part));
    throw new RowcastError('METHOD_NOT_ALLOWED');
  }

  return {
    registry: metrics.registry,
    prepare: models.prepare,
    matches: (req) => isPrediction(req.url),
    handle(req, res) {
      const requestId = requestIdOf(req.headers['x-request-id']?.toString());
      const call = new PredictCall(req, res, requestId, headersOf.current, settle);
      const target = readTarget(req.url ?? '');
      call.claimedApiId = target.apiId;
      const ended = () => {
        call.end();
        if (!req.complete) cutOff(call);
      };
      const refused = (error: unknown) => {
        refuse(call, error);
        ended();
      };
      try {
        wayOf(call, target)(call, target).then(ended, refused);
      } catch (error) {
        refused(error);
      }
    },
    drain() {
      headersOf.current = [...fixed, 'Connection', 'close'];
    },
    async close() {
      const closed = routes.close();
      limiter.close();
      await settlement.close();
      await Promise.all([shadow.close(), models.close(), closed]);
      redis.disconnect();
      await db.$client.end();
    },
  };
}
