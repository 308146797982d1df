import { type inviteRoutes, RowcastError } from '@rowcast/contracts';
import type { Actor, SessionContext } from '../../platform/context.ts';
import type { Executor } from '../../platform/db/database.ts';
import { transact, type UnitOfWork } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { unsentMailRepository } from '../mail/index.ts';
import { assertMayInvite, teamSettingsRepository } from '../team/index.ts';
import { inviteLimits } from './limits.ts';
import { sendInvitation } from './mail.ts';
import { isNewWorkspace } from './new-workspace.ts';
import { assertMayHandle, openInvite } from './pending-invite.ts';
import { presentInvite } from './presenter.ts';
import { type InviteRow, inviteRepository } from './repository.ts';
import { newInviteToken } from './token.ts';

async function mailAgain(
  ctx: SessionContext,
  unit: UnitOfWork,
  { invite, workspace }: { invite: InviteRow; workspace: { id: string; name: string } },
): Promise<void> {
  const { email, id, inviter } = invite;
  if (!email) return;
  const { token, tokenHash } = newInviteToken();
  await inviteRepository(unit.db, workspace.id).renew(id, tokenHash);
  // Its link stops working with that.
  await unsentMailRepository(unit.db, workspace.id).drop(email, 'invitation');
  await sendInvitation(ctx, unit, {
    ...invite,
    to: email,
    inviter: inviter ?? workspace.name,
    workspace,
    token,
  });
}

async function assertMailable(db: Executor, actor: Actor, invite: InviteRow): Promise<void> {
  assertMayInvite(actor, await teamSettingsRepository(db, actor.workspaceId).read(), invite.role);
  if (!invite.email)
    throw new RowcastError('CONFLICT', {
      message: 'Invite links cannot be resent. Create a new link instead.',
    });
  if (!invite.approvedAt) throw new RowcastError('INVITE_NOT_APPROVED');
}

/** Only what would be mailed is counted, and before the team is held: a Redis that hangs must not hold everyone up. */
async function countResending(ctx: SessionContext, id: string): Promise<void> {
  const { actor, db } = ctx;
  const invite = await inviteRepository(db, actor.workspaceId).find(id);
  assertMayHandle(actor, invite);
  await assertMailable(db, actor, invite);
  const { resendPause, invitesPerWorkspace } = inviteLimits(ctx);
  await resendPause.consume(id);
  await invitesPerWorkspace.consume(actor.workspaceId);
}

export async function resendInvite(ctx: SessionContext, { params }: Input<typeof inviteRoutes.resend>) {
  const { workspaceId } = ctx.actor;
  await countResending(ctx, params.id);
  const row = await transact(ctx, async (unit) => {
    const opened = await openInvite(ctx, unit, params.id);
    const { invite, actor } = opened;
    await assertMailable(unit.db, actor, invite);
    await mailAgain(ctx, unit, opened);
    unit.audit({ action: 'invite.resent', targetType: 'invite', targetId: invite.id });
    unit.publish(workspaceId, { type: 'invite.changed', inviteId: invite.id });
    return inviteRepository(unit.db, workspaceId).find(invite.id);
  });
  return presentInvite(row, await isNewWorkspace(ctx, ctx.db, workspaceId));
}

/** An approved invitation goes out at once, for seven days from now. */
export async function approveInvite(ctx: SessionContext, { params }: Input<typeof inviteRoutes.approve>) {
  const { workspaceId } = ctx.actor;
  const row = await transact(ctx, async (unit) => {
    const opened = await openInvite(ctx, unit, params.id);
    const { invite } = opened;
    const invites = inviteRepository(unit.db, workspaceId);
    if (!invite.approvedAt) {
      await invites.approve(invite.id);
      await mailAgain(ctx, unit, opened);
      unit.audit({ action: 'invite.approved', targetType: 'invite', targetId: invite.id });
      unit.publish(workspaceId, { type: 'invite.changed', inviteId: invite.id });
    }
    return invites.find(invite.id);
  });
  return presentInvite(row, await isNewWorkspace(ctx, ctx.db, workspaceId));
}
