import { RowcastError, type testCall } from '@rowcast/contracts';
import type { z } from 'zod';
import type { SessionContext } from '../../platform/context.ts';
import { Recall } from '../../platform/model-server.ts';
import { answerPrediction, questionOf } from '../../predict/answer.ts';
import { recordCalls } from '../../predict/call-log.repository.ts';
import { plainForm } from '../../predict/form.ts';
import { loggedCall } from '../../predict/logged-call.ts';
import { protocolError } from '../../predict/protocol.ts';
import { findRoute, type LiveRoute } from '../../predict/repository.ts';

export type TestCall = z.infer<typeof testCall>;

export async function routeOf(ctx: SessionContext, apiId: string): Promise<LiveRoute> {
  const route = await findRoute(ctx.db, apiId);
  if (!route || route.workspaceId !== ctx.actor.workspaceId) throw new RowcastError('NOT_FOUND');
  return route;
}

/** The way of a call from outside, without key and limit. It is logged, and counted apart from calls with a key. */
export async function askApi(
  ctx: SessionContext,
  route: LiveRoute,
  body: Buffer,
  contentType = 'application/json',
  form = plainForm,
): Promise<TestCall> {
  const { requestId } = ctx;
  const question = { ...questionOf(route, form), body, contentType, requestId, recall: new Recall() };
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
  await recordCalls(ctx.db, [loggedCall(route, { ...common, ...asked })]);
  const text = answer.toString('utf8');
  const type = failed ? 'application/json; charset=utf-8' : outcome.contentType;
  return {
    status: outcome.status,
    latencyMs,
    headers: { 'content-type': type, 'x-request-id': requestId },
    body: type.startsWith('application/json') ? (JSON.parse(text) as unknown) : text,
  };
}
