import { RowcastError, type teamRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { type KeyChoice, listMemberKeys, settleMemberKeys } from '../keys/index.ts';
import { ensureWorkspace } from '../workspaces/index.ts';
import { endInvitesOf } from './end-invites.ts';
import { lockManagedTeam, lockTeam } from './lock-team.ts';
import { memberRepository } from './repository.ts';

async function takeOut(ctx: SessionContext, userId: string, keys?: KeyChoice): Promise<void> {
  const { workspaceId } = ctx.actor;
  const leaves = userId === ctx.actor.userId;
  await transact(ctx, async (unit) => {
    const { db, publish, audit, notify } = unit;
    const { workspace, members } = await (leaves ? lockTeam : lockManagedTeam)(ctx, db);
    const member = await members.find(userId);
    if (member.role === 'owner') throw new RowcastError('OWNER_MUST_STAY');
    // Who leaves decides nothing about keys; the list of keys marks theirs.
    if (!leaves) await settleMemberKeys(ctx, unit, { memberId: member.id, choice: keys });
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

export const removeMember = (ctx: SessionContext, { params, query }: Input<typeof teamRoutes.removeMember>) =>
  takeOut(ctx, params.id, query.keys);

export async function getMemberKeys(
  { db, actor }: SessionContext,
  { params }: Input<typeof teamRoutes.memberKeys>,
) {
  const { id } = await memberRepository(db, actor.workspaceId).find(params.id);
  return { data: await listMemberKeys(db, actor.workspaceId, id) };
}

export const leaveTeam = (ctx: SessionContext) => takeOut(ctx, ctx.actor.userId);
