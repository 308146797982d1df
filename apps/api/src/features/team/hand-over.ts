import { RowcastError, type teamRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { lockTeam } from './lock-team.ts';

/** In one transaction, so that there is one owner at every moment. */
export async function handOver(
  ctx: SessionContext,
  { body }: Input<typeof teamRoutes.handOver>,
): Promise<void> {
  const { workspaceId, userId } = ctx.actor;
  await transact(ctx, async ({ db, publish, audit, notify }) => {
    const { workspace, members, actor } = await lockTeam(ctx, db);
    if (actor.role !== 'owner') throw new RowcastError('FORBIDDEN');
    const taker = await members.find(body.memberId);
    if (taker.id === userId) return;
    await members.setRole(userId, 'admin');
    await members.setRole(taker.id, 'owner');
    audit({
      ...{ action: 'workspace.handed_over', targetType: 'workspace', targetId: workspaceId },
      ...{ before: { owner: userId }, after: { owner: taker.id } },
    });
    const person = { workspaceId, userId: taker.id };
    notify(person, 'team.role_changed', { workspace: workspace.name, role: 'owner' }, '/invite');
    publish(workspaceId, { type: 'member.changed', userId: userId, role: 'admin' });
    publish(workspaceId, { type: 'member.changed', userId: taker.id, role: 'owner' });
  });
}
