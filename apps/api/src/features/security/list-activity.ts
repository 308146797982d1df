import type { accountSecurityRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { paginate } from '../../platform/db/paging.ts';
import type { Input } from '../../platform/route.ts';
import { activityRepository } from './activity.repository.ts';

/** What the caller changed in the workspace, from its audit log. */
export async function listActivity(
  { db, actor }: SessionContext,
  { query }: Input<typeof accountSecurityRoutes.activityLog>,
) {
  const { rows, total } = await activityRepository(db).list(actor, query);
  return {
    data: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
    pagination: paginate(query, total),
  };
}
