import { RowcastError, type teamRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { endInvitesOf } from './end-invites.ts';
import { lockManagedTeam } from './lock-team.ts';
import { isBelow } from './policy.ts';
import { presentMember } from './presenter.ts';

export async function changeRole(ctx: SessionContext, { params, body }: Input<typeof teamRoutes.changeRole>) {
  const { workspaceId, userId } = ctx.actor;
  const { role } = body;
  return transact(ctx, async ({ db, publish, audit, notify }) => {
    const { workspace, members } = await lockManagedTeam(ctx, db);
    const before = await members.find(params.id);
    if (before.role === 'owner') throw new RowcastError('OWNER_MUST_STAY');
    if (before.role !== role) {
      await members.setRole(before.id, role);
      // What someone could give away before is not theirs to give any more.
      if (isBelow(role, before.role)) await endInvitesOf(db, workspaceId, before.id);
      const change = { before: { role: before.role }, after: { role } };
      audit({ action: 'member.role_changed', targetType: 'member', targetId: before.id, ...change });
      const person = { workspaceId, userId: before.id };
      if (before.id !== userId)
        notify(person, 'team.role_changed', { workspace: workspace.name, role }, '/invite');
      publish(workspaceId, { type: 'member.changed', userId: before.id, role });
    }
    return presentMember({ ...before, role }, ctx.clock.now());
  });
}
