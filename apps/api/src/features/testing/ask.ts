import { RowcastError, type testCall } from '@rowcast/contracts';
import type { z } from 'zod';
import type { SessionContext } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import { Recall } from '../../platform/model-server.ts';
import { answerPrediction, questionOf, warningsOf } from '../../predict/answer.ts';
import { recordCalls } from '../../predict/call-log.repository.ts';
import { keptForm, plainForm } from '../../predict/form.ts';
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
  const answer = await answerPrediction(ctx, route, route.stable, question).catch((error) => {
    if (error instanceof RowcastError) return error;
    throw error;
  });
  const latencyMs = performance.now() - started;
  const failed = answer instanceof RowcastError;
  const refusal = (error: RowcastError) =>
    question.protocol ? protocolError(error, requestId) : error.toBody(requestId);
  const text = failed ? JSON.stringify(refusal(answer)) : answer.body.toString('utf8');
  const kept = (content: string) =>
    route.settings.loggingEnabled && !content.includes('\0') ? content : null;
  const request = kept(body.toString('utf8'));
  await recordCalls(ctx.db, [
    {
      id: failed ? newId('prediction') : answer.id,
      workspaceId: route.workspaceId,
      apiId: route.apiId,
      keyId: null,
      modelId: route.stable?.modelId ?? null,
      status: answer.status,
      code: answer.code,
      rows: failed ? 0 : answer.rows,
      latencyMs,
      at: ctx.clock.now(),
      requestId,
      label: route.stable && 'stable',
      warnings: failed ? null : warningsOf(answer),
      contentType,
      asked: request && keptForm(form),
      request,
      response: kept(text),
    },
  ]);
  const type = failed ? 'application/json; charset=utf-8' : answer.contentType;
  return {
    status: answer.status,
    latencyMs,
    headers: { 'content-type': type, 'x-request-id': requestId },
    body: type.startsWith('application/json') ? (JSON.parse(text) as unknown) : text,
  };
}
