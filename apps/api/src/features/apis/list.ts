import type { apiRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { paginate } from '../../platform/db/paging.ts';
import type { Input } from '../../platform/route.ts';
import { dayMs } from '../../platform/time/durations.ts';
import { presentApi } from './presenter.ts';
import { apiRepository } from './repository.ts';

const isDay = /^\d{4}-\d{2}-\d{2}$/;

/** Of a day the last one of it. */
const lastMomentOf = (text: string) => new Date(Date.parse(text) + (isDay.test(text) ? dayMs - 1 : 0));

export async function listApis(ctx: SessionContext, { query }: Input<typeof apiRoutes.list>) {
  const { 'dateRange[start]': start, 'dateRange[end]': end, ...filter } = query;
  const { rows, total } = await apiRepository(ctx.db, ctx.actor.workspaceId).list({
    ...filter,
    ...(start && { from: new Date(start) }),
    ...(end && { to: lastMomentOf(end) }),
  });
  return { data: rows.map(presentApi), pagination: paginate(query, total) };
}
