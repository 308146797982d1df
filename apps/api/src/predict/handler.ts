import type { IncomingMessage, ServerResponse } from 'node:http';
import { RowcastError } from '@rowcast/contracts';
import type { Registry } from 'prom-client';
import { toRowcastError } from '../http/error-response.ts';
import { requestIdOf } from '../http/request-context.ts';
import type { Services } from '../platform/services.ts';
import { openDoor } from './admit.ts';
import { answerPrediction, type Prediction } from './answer.ts';
import { acceptOf, contentTypeOf, readBody } from './body.ts';
import { PredictCall } from './call.ts';
import { callLimits } from './call-limits.ts';
import { apiDocument } from './document.ts';
import { idempotency } from './idempotency.ts';
import { openLimiter } from './limits.ts';
import { isPrediction, readTarget, type Target } from './match.ts';
import { openMeasures } from './measures.ts';
import { openMetering } from './metering.ts';
import { corsHeaders, fixedHeaders, preflightHeaders, sendError, sendPrediction } from './respond.ts';
import { openRoutes } from './routes.ts';
import { meanScore, rowsOf } from './score.ts';
import { openShadow } from './shadow.ts';
import { chooseVariant, isInShare } from './variant.ts';

/** A caller who keeps sending after the answer is cut off. */
const drainMs = 5_000;

export interface PredictHandler {
  matches(req: IncomingMessage): boolean;
  handle(req: IncomingMessage, res: ServerResponse): void;
  readonly registry: Registry;
  /** From now on callers are told to open a new connection, which a balancer leads elsewhere. */
  drain(): void;
  close(): Promise<void>;
}

/** The short way to a prediction: key, limit, model, answer. Everything else happens after the answer. */
export function predictHandler(services: Services): PredictHandler {
  const { config, clock, log } = services;
  const routes = openRoutes(services);
  const door = openDoor(services, routes);
  const limiter = openLimiter(services);
  const measures = openMeasures(services.modelServer);
  const metering = openMetering(services, measures.dropped);
  const shadow = openShadow(services);
  const once = idempotency(services);
  const fixed = fixedHeaders(config.PUBLIC_URL?.startsWith('https:') ?? false);
  const headersOf = { current: fixed };

  /** Counted when the answer has left, and not at all when nobody was there to take it. */
  function record(call: PredictCall, outcome: Prediction | RowcastError, answer: Buffer): void {
    const { res, variant, route, limits } = call;
    res.once('finish', () => {
      const rows = 'rows' in outcome ? outcome.rows : 0;
      measures.answered(outcome.status, variant?.label ?? null, performance.now() - call.started, rows);
      const compares = route?.rollout && outcome.status === 200;
      const entry = call.entry(outcome, answer, compares ? meanScore(rowsOf(answer)) : null, clock.now());
      if (!entry) return;
      metering.record(entry);
      if (limits && (outcome.status >= 500 || call.replayed)) limiter.giveBack(limits);
    });
  }

  async function admit(call: PredictCall, target: Target): Promise<void> {
    const { req } = call;
    const { key, route } = await door.open(req, target, 'predict');
    call.headers.push(...corsHeaders(route.origins, req.headers.origin));
    call.key = key;
    call.route = route;
    call.variant = chooseVariant(route, key.keyId);
    const limits = callLimits(route, key, clock.now);
    if (!limits) return;
    const { headers, refused } = await limiter.admit(limits, route.workspaceId);
    call.headers.push(...headers);
    if (refused) {
      measures.limited(refused.code);
      throw refused;
    }
    call.limits = limits;
  }

  async function answer(call: PredictCall, query: string): Promise<Prediction> {
    const { req, route, key, variant, requestId, recall } = call;
    if (!route || !key) throw new Error('a call is answered only after it was admitted');
    const contentType = contentTypeOf(req);
    const body = await readBody(req);
    call.contentType = contentType;
    call.body = body;
    const question = { body, contentType, accept: acceptOf(req), requestId, query, recall };
    const work = () => answerPrediction(services, route, variant, question);
    const given = req.headers['idempotency-key'];
    if (given === undefined) return work();
    const patienceSeconds = route.settings.requestTimeout;
    const scope = { keyId: key.keyId, given: String(given), body, patienceSeconds };
    const { prediction, replayed } = await once(scope, work);
    call.replayed = replayed;
    if (replayed) {
      measures.replayed();
      call.headers.push('Idempotent-Replayed', 'true');
    }
    return prediction;
  }

  function shadowed(
    { route, key, body, contentType, requestId }: PredictCall,
    given: Prediction,
    query: string,
  ) {
    const rollout = route?.rollout;
    if (rollout?.mode !== 'shadow' || !key || !body || given.status !== 200) return;
    if (!given.contentType.startsWith('application/json')) return;
    if (!isInShare(rollout.id, key.keyId, rollout.percent)) return;
    shadow.follow(
      route as NonNullable<typeof route>,
      given.id,
      { body, contentType: contentType ?? '', accept: '', requestId, query },
      given.body,
    );
  }

  async function predict(call: PredictCall, target: Target): Promise<void> {
    await admit(call, target);
    const prediction = await answer(call, target.query);
    if (call.isAbandoned) return measures.abandoned();
    record(call, prediction, prediction.body);
    sendPrediction(call.res, prediction, call.headers);
    if (!call.replayed) shadowed(call, prediction, target.query);
  }

  function refuse(call: PredictCall, thrown: unknown): void {
    const { req, res, requestId, headers } = call;
    if (call.isAbandoned) {
      measures.abandoned();
      return;
    }
    const error = toRowcastError(thrown);
    if (error.status >= 500)
      log.error({ err: error.cause ?? error, code: error.code, requestId }, 'prediction failed');
    if (res.headersSent || res.destroyed) return;
    if (!call.route) headers.push(...corsHeaders('*', undefined));
    const body = Buffer.from(JSON.stringify(error.toBody(requestId)));
    record(call, error, body);
    sendError(res, error, body, headers);
    if (!req.complete) {
      req.resume();
      setTimeout(() => req.complete || req.destroy(), drainMs).unref();
    }
  }

  async function preflight(call: PredictCall, target: Target): Promise<void> {
    const { req, res, headers } = call;
    const origins = await door.origins(req, target);
    headers.push(...corsHeaders(origins, req.headers.origin), ...preflightHeaders);
    res.writeHead(204, headers).end();
  }

  /** For whoever holds a key: the document that a client is generated from. */
  async function document(call: PredictCall, target: Target): Promise<void> {
    const { key, route } = await door.open(call.req, target, 'schema');
    call.headers.push(...corsHeaders(route.origins, call.req.headers.origin));
    const body = Buffer.from(JSON.stringify(await apiDocument(services, route)));
    const answer = { id: key.keyId, version: route.stable?.version ?? 0, status: 200, body };
    sendPrediction(call.res, { ...answer, contentType: 'application/json' }, call.headers);
  }

  return {
    registry: measures.registry,
    matches: (req) => isPrediction(req.url),
    handle(req, res) {
      const requestId = requestIdOf(req.headers['x-request-id']?.toString());
      const call = new PredictCall(req, res, requestId, headersOf.current);
      const target = readTarget(req.url ?? '');
      const failed = (error: unknown) => refuse(call, error);
      if (target.part === 'openapi' && req.method === 'GET') document(call, target).catch(failed);
      else if (req.method === 'POST' && target.part === 'predict') predict(call, target).catch(failed);
      else if (req.method === 'OPTIONS') preflight(call, target).catch(failed);
      else failed(new RowcastError('METHOD_NOT_ALLOWED'));
    },
    drain() {
      headersOf.current = [...fixed, 'Connection', 'close'];
    },
    async close() {
      routes.close();
      limiter.close();
      await shadow.close();
      await metering.close();
    },
  };
}
