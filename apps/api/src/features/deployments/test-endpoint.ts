import { type apiRoutes, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import type { Input } from '../../platform/route.ts';
import { answerPrediction } from '../../predict/answer.ts';
import { findRoute, recordCalls } from '../../predict/repository.ts';
import { deploymentRepository } from './repository.ts';

/** The way of a call from outside, without key and limit. It is logged, and counted apart from calls with a key. */
export async function testEndpoint(
  ctx: SessionContext,
  { params, body }: Input<typeof apiRoutes.testEndpoint>,
) {
  await deploymentRepository(ctx.db, ctx.actor.workspaceId).findApi(params.id);
  const route = await findRoute(ctx.db, params.id);
  if (!route) throw new RowcastError('NOT_FOUND');
  const question = {
    body: Buffer.from(JSON.stringify(body)),
    contentType: 'application/json',
    requestId: ctx.requestId,
    signal: new AbortController().signal,
  };
  const started = performance.now();
  const answer = await answerPrediction(ctx, route, question).catch((error) => {
    if (error instanceof RowcastError) return error;
    throw error;
  });
  const latencyMs = performance.now() - started;
  const failed = answer instanceof RowcastError;
  await recordCalls(ctx.db, [
    {
      id: failed ? newId('prediction') : answer.id,
      workspaceId: route.workspaceId,
      apiId: route.apiId,
      keyId: null,
      modelId: route.model?.id ?? null,
      status: answer.status,
      code: answer.code,
      rows: failed ? 0 : answer.rows,
      latencyMs,
      at: ctx.clock.now(),
    },
  ]);
  return {
    status: answer.status,
    latencyMs,
    headers: {
      'content-type': failed ? 'application/json; charset=utf-8' : answer.contentType,
      'x-request-id': ctx.requestId,
    },
    body: failed ? answer.toBody(ctx.requestId) : (JSON.parse(answer.body.toString('utf8')) as unknown),
  };
}
