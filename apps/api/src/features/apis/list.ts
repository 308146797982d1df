import type { apiRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { paginate } from '../../platform/paging.ts';
import type { Input } from '../../platform/route.ts';
import { presentApi } from './presenter.ts';
import { apiRepository } from './repository.ts';

export async function listApis(ctx: SessionContext, { query }: Input<typeof apiRoutes.list>) {
  const { rows, total } = await apiRepository(ctx.db, ctx.actor.workspaceId).list(query);
  return { data: rows.map(presentApi), pagination: paginate(query, total) };
}
