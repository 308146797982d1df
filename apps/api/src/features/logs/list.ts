import type { logRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { missingOf } from '../../predict/missing-calls.ts';
import { apiRepository } from '../apis/index.ts';
import { presentCall, presentCallDetail } from './presenter.ts';
import { logRepository } from './repository.ts';

export async function listLogs(ctx: SessionContext, { params, query }: Input<typeof logRoutes.list>) {
  const { workspaceId } = ctx.actor;
  await apiRepository(ctx.db, workspaceId).find(params.id);
  const [rows, missing] = await Promise.all([
    logRepository(ctx.db, workspaceId).list(params.id, query),
    missingOf(ctx.redis, params.id),
  ]);
  const data = rows.map(presentCall);
  const last = data.length === query.limit ? data.at(-1) : undefined;
  return { data, nextCursor: last ? `${last.at}~${last.id}` : null, missing };
}

export async function getLog(ctx: SessionContext, { params }: Input<typeof logRoutes.get>) {
  return presentCallDetail(await logRepository(ctx.db, ctx.actor.workspaceId).find(params.id, params.callId));
}
