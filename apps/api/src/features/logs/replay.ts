import { type logRoutes, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { rowsOf } from '../../predict/execution/row-scores.ts';
import { formOf } from '../../predict/http/request-format.ts';
import { payloadMasks } from '../../predict/masking/payload-masks.ts';
import { openInput } from '../../predict/masking/seal-input.ts';
import { compareRows } from '../../predict/rollouts/shadow.ts';
import { callEndpoint, routeOf, type TestCall } from '../testing/index.ts';
import { presentCallDetail } from './presenter.ts';
import { type LogView, logRepository } from './repository.ts';

/** What an answer says; of one of the Open Inference Protocol without the version that said it. */
function saidBy(answer: string): string {
  try {
    const content = JSON.parse(answer);
    return JSON.stringify(content.outputs ?? content);
  } catch {
    return answer;
  }
}

function isSame({ status, response }: LogView['call'], now: TestCall): boolean {
  const text = typeof now.body === 'string' ? now.body : JSON.stringify(now.body);
  const [one, other] = [rowsOf(Buffer.from(response ?? '')), rowsOf(Buffer.from(text))];
  if (one && other) return compareRows(one, other).differing === 0;
  // What is refused names its request.
  if (status !== 200 || now.status !== 200 || response === null) return status === now.status;
  return saidBy(response) === saidBy(text);
}

/** The body as it came. Calls that were logged before inputs were encrypted have it as text. */
function inputOf({ request, maskedRequest, sealedRequest }: LogView['call'], key: string): Buffer {
  if (sealedRequest) return openInput(sealedRequest, key);
  if (request !== null) return Buffer.from(request);
  throw new RowcastError(maskedRequest === null ? 'CALL_NOT_KEPT' : 'INPUT_NOT_KEPT');
}

/** Asks the stable model what was asked then, with the data as it came; what is shown of it is masked again. */
export async function replayLog(ctx: SessionContext, { params }: Input<typeof logRoutes.replay>) {
  const logged = await logRepository(ctx.db, ctx.actor.workspaceId).find(params.id, params.callId);
  const masks = await payloadMasks(ctx.db, ctx.actor.workspaceId, params.id);
  const { contentType, asked } = logged.call;
  const input = inputOf(logged.call, ctx.config.ENCRYPTION_KEY);
  const route = await routeOf(ctx, params.id);
  const now = await callEndpoint(ctx, route, input, contentType ?? undefined, formOf(asked));
  const shown = {
    ...now,
    body: JSON.parse(masks.response(JSON.stringify(now.body)) ?? 'null') as unknown,
  };
  return { before: presentCallDetail(logged, masks), now: shown, same: isSame(logged.call, now) };
}
