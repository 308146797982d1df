import { type logRoutes, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { rowsOf } from '../../predict/score.ts';
import { compareRows } from '../../predict/shadow.ts';
import { askApi, routeOf } from '../testing/index.ts';
import { maskPersonalData } from './mask.ts';
import { presentCallDetail } from './presenter.ts';
import { logRepository } from './repository.ts';

/** Asks the stable model what was asked then, with the data as it came; what is shown of it is masked again. */
export async function replayLog(ctx: SessionContext, { params }: Input<typeof logRoutes.replay>) {
  const logged = await logRepository(ctx.db, ctx.actor.workspaceId).find(params.id, params.callId);
  const { request, response, contentType, status } = logged.call;
  if (request === null) throw new RowcastError('CALL_NOT_KEPT');
  const route = await routeOf(ctx, params.id);
  const now = await askApi(ctx, route, Buffer.from(request), contentType ?? undefined);
  const text = JSON.stringify(now.body);
  const [one, other] = [rowsOf(Buffer.from(response ?? '')), rowsOf(Buffer.from(text))];
  const same = one && other ? compareRows(one, other).differing === 0 : status === now.status;
  const shown = { ...now, body: JSON.parse(maskPersonalData(text)) as unknown };
  return { before: presentCallDetail(logged), now: shown, same };
}
