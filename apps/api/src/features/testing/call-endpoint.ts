import { RowcastError, type testCall } from '@rowcast/contracts';
import type { z } from 'zod';
import type { SessionContext } from '../../platform/context.ts';
import { routeWithTimeout } from '../../predict/admission/live-route.ts';
import { findRoute, type LiveRoute } from '../../predict/admission/repository.ts';
import { answerPrediction, questionOf } from '../../predict/execution/predict-rows.ts';
import { protocolError } from '../../predict/http/open-inference.ts';
import { plainForm } from '../../predict/http/request-format.ts';
import { recordCalls } from '../../predict/logging/call-log.repository.ts';
import { loggedCall } from '../../predict/logging/logged-call.ts';
import { protectInput } from '../../predict/masking/protect-inputs.ts';

const maxMs = 25_000;
const jsonType = 'application/json; charset=utf-8';
const headersOf = (requestId: string, type = jsonType) => ({
  'content-type': type,
  'x-request-id': requestId,
});

export type TestCall = z.infer<typeof testCall>;

export async function routeOf(ctx: SessionContext, apiId: string): Promise<LiveRoute> {
  const route = await findRoute(ctx.db, apiId);
  if (!route || route.workspaceId !== ctx.actor.workspaceId) throw new RowcastError('NOT_FOUND');
  return route;
}

/** Calls the predict path without key and limits. Logged, and counted apart from calls with a key. */
export async function callEndpoint(
  ctx: SessionContext,
  route: LiveRoute,
  body: Buffer,
  contentType = 'application/json',
  form = plainForm,
): Promise<TestCall> {
  const { requestId } = ctx;
  const question = {
    ...questionOf(route, form),
    body,
    contentType,
    requestId,
    cancellation: ctx.cancellation,
  };
  const started = performance.now();
  const outcome = await answerPrediction(ctx, route, route.stable, question).catch((error) => {
    if (error instanceof RowcastError) return error;
    throw error;
  });
  const latencyMs = performance.now() - started;
  const failed = outcome instanceof RowcastError;
  const refusal = (error: RowcastError) =>
    question.protocol ? protocolError(error, requestId) : error.toBody(requestId);
  const answer = failed ? Buffer.from(JSON.stringify(refusal(outcome))) : outcome.body;
  const asked = { requestId, contentType, form, body, answer, latencyMs, at: ctx.clock.now() };
  const common = { outcome, variant: route.stable, keyId: null, replayed: false, score: null };
  const call = await protectInput(ctx, loggedCall(route, { ...common, ...asked }));
  await recordCalls(ctx.db, [call]);
  const text = answer.toString('utf8');
  const type = failed ? jsonType : outcome.contentType;
  return {
    status: outcome.status,
    latencyMs,
    headers: headersOf(requestId, type),
    body: type.startsWith('application/json') ? (JSON.parse(text) as unknown) : text,
  };
}

function notAsked({ requestId }: SessionContext): TestCall {
  const message = 'Not run: the calls before it used up the 25-second limit.';
  const error = new RowcastError('MODEL_SERVER_TIMEOUT', { message });
  return { status: error.status, latencyMs: 0, headers: headersOf(requestId), body: error.toBody(requestId) };
}

/** Calls in sequence within one time limit, since callers do not wait longer. */
export function callInSequence(ctx: SessionContext, route: LiveRoute) {
  const until = performance.now() + maxMs;
  return (request: unknown): Promise<TestCall> => {
    const left = (until - performance.now()) / 1000;
    if (left <= 0) return Promise.resolve(notAsked(ctx));
    return callEndpoint(ctx, routeWithTimeout(route, left), Buffer.from(JSON.stringify(request)));
  };
}
