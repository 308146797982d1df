import type { logRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transaction } from '../../platform/db/database.ts';
import type { Input } from '../../platform/route.ts';
import { missingOf } from '../../predict/logging/missing-calls.ts';
import { columnDefaults } from '../../predict/masking/field-rules.ts';
import { knownFields } from '../../predict/masking/known-fields.repository.ts';
import { payloadMasks } from '../../predict/masking/payload-masks.ts';
import { apiRepository } from '../apis/index.ts';
import { presentCall, presentCallDetail } from './presenter.ts';
import { logRepository } from './repository.ts';

type Query = Input<typeof logRoutes.list>['query'];

/** A short page may end at the scan limit. Both reads see the same snapshot of the log. */
const readPage = ({ db, actor: { workspaceId } }: SessionContext, apiId: string, query: Query) =>
  transaction(
    db,
    async (tx) => {
      const repository = logRepository(tx, workspaceId);
      const rows = await repository.list(apiId, query);
      const isFull = rows.length === query.limit;
      const last = isFull ? rows.at(-1)?.call : await repository.lastLookedAt(apiId, query);
      return { data: rows.map(presentCall), nextCursor: last ? `${last.at.toISOString()}~${last.id}` : null };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );

export async function listLogs(ctx: SessionContext, { params, query }: Input<typeof logRoutes.list>) {
  await apiRepository(ctx.db, ctx.actor.workspaceId).find(params.id);
  const [page, missing] = await Promise.all([
    readPage(ctx, params.id, query),
    missingOf(ctx.redis, params.id),
  ]);
  return { ...page, missing };
}

export async function listLogFields(
  { db, actor }: SessionContext,
  { params }: Input<typeof logRoutes.fields>,
) {
  await apiRepository(db, actor.workspaceId).find(params.id);
  const { profiles } = await knownFields(db, actor.workspaceId, params.id);
  return {
    data: [...columnDefaults(profiles)].map(([name, visibility]) => ({
      name,
      visibility: visibility === 'show' ? ('show' as const) : ('hide' as const),
    })),
  };
}

export async function getLog(ctx: SessionContext, { params }: Input<typeof logRoutes.get>) {
  const [call, masks] = await Promise.all([
    logRepository(ctx.db, ctx.actor.workspaceId).find(params.id, params.callId),
    payloadMasks(ctx.db, ctx.actor.workspaceId, params.id),
  ]);
  return presentCallDetail(call, masks);
}
