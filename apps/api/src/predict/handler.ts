import type { IncomingMessage, ServerResponse } from 'node:http';
import { RowcastError } from '@rowcast/contracts';
import type { Registry } from 'prom-client';
import { toRowcastError } from '../http/error-response.ts';
import { requestIdOf } from '../http/request-context.ts';
import { newId } from '../platform/ids.ts';
import type { Services } from '../platform/services.ts';
import { answerPrediction, type Prediction } from './answer.ts';
import { contentTypeOf, readBody } from './body.ts';
import { checkKey } from './key.ts';
import { apiLimiter } from './limits.ts';
import { isPrediction, readTarget } from './match.ts';
import { openMeasures } from './measures.ts';
import { openMetering } from './metering.ts';
import type { KeyRoute, LiveRoute } from './repository.ts';
import { fixedHeaders, preflightHeaders, sendError, sendPrediction } from './respond.ts';
import { openRoutes } from './routes.ts';

/** A caller who keeps sending after the answer is cut off. */
const drainMs = 5_000;

export interface PredictHandler {
  matches(req: IncomingMessage): boolean;
  handle(req: IncomingMessage, res: ServerResponse): void;
  readonly registry: Registry;
  close(): Promise<void>;
}

/** The short way to a prediction: key, limit, model, answer. Everything else happens after the answer. */
export function predictHandler(services: Services): PredictHandler {
  const { config, clock, log } = services;
  const routes = openRoutes(services);
  const limit = apiLimiter(services);
  const measures = openMeasures();
  const metering = openMetering(services, measures.dropped);
  const headers = fixedHeaders(config.PUBLIC_URL?.startsWith('https:') ?? false);

  async function admit(req: IncomingMessage, res: ServerResponse) {
    const target = readTarget(req.url ?? '');
    if (target.keyInUrl) throw new RowcastError('API_KEY_IN_URL');
    if (!target.apiId) throw new RowcastError('NOT_FOUND');
    const key = await checkKey(req.headers.authorization, target.apiId, routes);
    const route = await routes.api(target.apiId);
    if (!route) throw new RowcastError('API_KEY_INVALID');
    return { key, route, limited: await applyLimit(res, route) };
  }

  async function applyLimit(
    res: ServerResponse,
    { apiId, settings }: LiveRoute,
  ): Promise<RowcastError | null> {
    const use = await limit(apiId, settings);
    for (const [name, value] of Object.entries(use?.headers ?? {})) res.setHeader(name, value);
    return use?.exceeded ?? null;
  }

  function record(
    key: KeyRoute,
    route: LiveRoute,
    started: number,
    outcome: Prediction | RowcastError,
  ): void {
    const latencyMs = performance.now() - started;
    measures.answered(outcome.status, latencyMs);
    metering.record({
      id: 'id' in outcome ? outcome.id : newId('prediction'),
      workspaceId: route.workspaceId,
      apiId: route.apiId,
      keyId: key.keyId,
      modelId: route.model?.id ?? null,
      status: outcome.status,
      code: outcome.code,
      rows: 'rows' in outcome ? outcome.rows : 0,
      latencyMs,
      at: clock.now(),
    });
  }

  async function predict(req: IncomingMessage, res: ServerResponse, requestId: string): Promise<void> {
    const started = performance.now();
    const caller = new AbortController();
    res.once('close', () => caller.abort());
    const { key, route, limited } = await admit(req, res);
    try {
      if (limited) throw limited;
      const contentType = contentTypeOf(req);
      const question = { body: await readBody(req), contentType, requestId, signal: caller.signal };
      const prediction = await answerPrediction(services, route, question);
      sendPrediction(res, prediction);
      record(key, route, started, prediction);
    } catch (thrown) {
      if (caller.signal.aborted) return;
      const error = toRowcastError(thrown);
      record(key, route, started, error);
      throw error;
    }
  }

  function refuse(req: IncomingMessage, res: ServerResponse, requestId: string, thrown: unknown): void {
    const error = toRowcastError(thrown);
    if (error.status >= 500)
      log.error({ err: error.cause ?? error, code: error.code, requestId }, 'prediction failed');
    if (res.headersSent || res.destroyed) return;
    sendError(res, error, requestId);
    if (!req.complete) {
      req.resume();
      setTimeout(() => req.complete || req.destroy(), drainMs).unref();
    }
  }

  return {
    registry: measures.registry,
    matches: (req) => isPrediction(req.url),
    handle(req, res) {
      const requestId = requestIdOf(req.headers['x-request-id']?.toString());
      for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
      res.setHeader('X-Request-Id', requestId);
      if (req.method === 'OPTIONS') return void res.writeHead(204, preflightHeaders).end();
      if (req.method !== 'POST') return refuse(req, res, requestId, new RowcastError('METHOD_NOT_ALLOWED'));
      predict(req, res, requestId).catch((error) => refuse(req, res, requestId, error));
    },
    async close() {
      routes.close();
      await metering.close();
    },
  };
}
