import { type MemberRole, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { UnitOfWork } from '../../platform/db/unit-of-work.ts';
import { newId } from '../../platform/ids.ts';
import { assertMayInvite, lockTeam, managesTeam, teamSettingsRepository } from '../team/index.ts';
import { sendInvitation } from './mail.ts';
import { type InviteRow, inviteRepository } from './repository.ts';
import { newInviteToken } from './token.ts';

interface Wanted {
  /** Null for a link that anyone may use, once. */
  email: string | null;
  /** The team's default if left out. */
  role?: MemberRole | undefined;
  message?: string | undefined;
}

/** Writes an invite and mails its link, unless it waits for approval first. */
export async function makeInvite(
  ctx: SessionContext,
  unit: UnitOfWork,
  { email, role: wanted, message = '' }: Wanted,
): Promise<{ invite: InviteRow; token: string }> {
  const { workspaceId, userId } = ctx.actor;
  const { db, publish, audit, notify } = unit;
  const { workspace, members, actor } = await lockTeam(ctx, db);
  const settings = await teamSettingsRepository(db, workspaceId).read();
  const role = wanted ?? settings.defaultRole;
  assertMayInvite(actor, settings, role);
  const invites = inviteRepository(db, workspaceId);
  if (email && (await members.isMember(email))) throw new RowcastError('ALREADY_MEMBER');
  if (email && (await invites.isPending(email))) throw new RowcastError('INVITE_PENDING');
  if ((await members.size()) >= settings.maxTeamSize) throw new RowcastError('TEAM_FULL');
  const { token, tokenHash } = newInviteToken();
  const id = newId('invite');
  const approved = managesTeam(actor) || !settings.requireApproval;
  await invites.insert({ id, email, role, message: message || null, tokenHash, invitedBy: userId, approved });
  const invite = await invites.find(id);
  if (email && approved) {
    const inviter = invite.inviter ?? workspace.name;
    const invited = await invites.accountOf(email);
    if (invited) notify([invited], 'team.invited', { name: inviter, workspace: workspace.name });
    await sendInvitation(ctx, unit, { ...invite, to: email, inviter, workspace, token });
  }
  audit({ action: 'invite.created', targetType: 'invite', targetId: id, after: { email, role, approved } });
  if (!approved) {
    const managers = { workspaceId, permission: 'Manage Team' } as const;
    notify(managers, 'team.approval_asked', { name: invite.inviter ?? '', role }, '/invite');
  }
  publish(workspaceId, { type: 'invite.changed', inviteId: id });
  return { invite, token };
}
