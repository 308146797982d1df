import { RowcastError, type teamRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { ensureWorkspace } from '../workspaces/index.ts';
import { endInvitesOf } from './end-invites.ts';
import { lockManagedTeam, lockTeam } from './lock-team.ts';

async function takeOut(ctx: SessionContext, userId: string): Promise<void> {
  const { workspaceId } = ctx.actor;
  const leaves = userId === ctx.actor.userId;
  await transact(ctx, async ({ db, publish, audit, notify }) => {
    const { workspace, members } = await (leaves ? lockTeam : lockManagedTeam)(ctx, db);
    const member = await members.find(userId);
    if (member.role === 'owner') throw new RowcastError('OWNER_MUST_STAY');
    await members.remove(member.id);
    await endInvitesOf(db, workspaceId, member.id);
    await ensureWorkspace(ctx, db, member);
    const before = { role: member.role };
    const action = leaves ? 'member.left' : 'member.removed';
    audit({ action, targetType: 'member', targetId: member.id, before });
    if (!leaves) notify([member.id], 'team.removed', { workspace: workspace.name });
    publish(workspaceId, { type: 'member.removed', userId: member.id });
  });
}

export const removeMember = (ctx: SessionContext, { params }: Input<typeof teamRoutes.removeMember>) =>
  takeOut(ctx, params.id);

export const leaveTeam = (ctx: SessionContext) => takeOut(ctx, ctx.actor.userId);
