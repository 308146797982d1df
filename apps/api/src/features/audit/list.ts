import type { auditRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { namesIn } from './names.repository.ts';
import { presentRecord } from './presenter.ts';
import { auditRepository } from './repository.ts';

type Query = Pick<Input<typeof auditRoutes.list>, 'query'>;

export async function listAuditLogs(ctx: SessionContext, { query }: Query) {
  const { limit, cursor, ...filter } = query;
  const repository = auditRepository(ctx.db, ctx.actor.workspaceId, ctx.actor.userId);
  const rows = await repository.page(await repository.conditions(filter), { below: cursor, limit });
  const last = rows.length === limit ? rows.at(-1) : undefined;
  const data = rows.map(presentRecord);
  const names = await namesIn(ctx.db, ctx.actor.workspaceId, data);
  return { data, names, nextCursor: last?.seq ?? null };
}
