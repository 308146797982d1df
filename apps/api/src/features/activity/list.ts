import { activityActions, type activityRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { presentEntry } from './presenter.ts';
import { activityRepository } from './repository.ts';

export async function listActivity(
  { db, actor }: SessionContext,
  { query: { kind, limit, cursor } }: Input<typeof activityRoutes.list>,
) {
  const { work, team } = activityActions;
  const actions = kind === 'all' ? [...work, ...team] : activityActions[kind];
  const rows = await activityRepository(db, actor.workspaceId).list(actions, { below: cursor, limit });
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return { data: rows.map(presentEntry), nextCursor: last?.seq ?? null };
}
