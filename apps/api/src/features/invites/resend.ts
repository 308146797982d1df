import { type inviteRoutes, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { transact, type UnitOfWork } from '../../platform/unit-of-work.ts';
import { unsentMailRepository } from '../mail/index.ts';
import { assertMayInvite, teamSettingsRepository } from '../team/index.ts';
import { inviteLimits } from './limits.ts';
import { sendInvitation } from './mail.ts';
import { openInvite } from './open-invite.ts';
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

export async function resendInvite(ctx: SessionContext, { params }: Input<typeof inviteRoutes.resend>) {
  const { workspaceId } = ctx.actor;
  const row = await transact(ctx, async (unit) => {
    const opened = await openInvite(ctx, unit, params.id);
    const { invite, actor } = opened;
    const settings = await teamSettingsRepository(unit.db, workspaceId).read();
    assertMayInvite(actor, settings, invite.role);
    if (!invite.email)
      throw new RowcastError('CONFLICT', { message: 'A link is not mailed. Make a new one instead.' });
    if (!invite.approvedAt) throw new RowcastError('INVITE_NOT_APPROVED');
    const { resendPause, invitesPerWorkspace } = inviteLimits(ctx);
    await resendPause.consume(invite.id);
    await invitesPerWorkspace.consume(workspaceId);
    await mailAgain(ctx, unit, opened);
    unit.audit({ action: 'invite.resent', targetType: 'invite', targetId: invite.id });
    unit.publish(workspaceId, { type: 'invite.changed', inviteId: invite.id });
    return inviteRepository(unit.db, workspaceId).find(invite.id);
  });
  return presentInvite(row);
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
  return presentInvite(row);
}
