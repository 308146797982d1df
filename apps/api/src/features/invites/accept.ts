import { type inviteRoutes, RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { sha256 } from '../../platform/security/encryption.ts';
import { memberRepository, teamSettingsRepository } from '../team/index.ts';
import { workspaceRepository } from '../workspaces/index.ts';
import { heldInvites } from './repository.ts';
import { assertOpen, findValidInvite } from './valid-invite.ts';

export async function acceptInvite(ctx: SessionContext, { body }: Input<typeof inviteRoutes.accept>) {
  const { userId } = ctx.actor;
  return transact(ctx, async ({ db, publish, audit, notify }) => {
    const invites = heldInvites(db);
    const { workspace } = await findValidInvite(db, body.token);
    // From here on joins take turns, so that none slips in beyond the maximum; the team is held before its invites.
    await workspaceRepository(db).lock(workspace.id);
    await invites.lock(sha256(body.token));
    const held = await findValidInvite(db, body.token);
    const { invite } = held;
    const members = memberRepository(db, workspace.id);
    const all = await members.list();
    const already = all.find(({ id }) => id === userId);
    // Asked twice by the same person: a double click, or an answer that got lost.
    if (already && invite.acceptedBy === userId) return { ...workspace, role: already.role };
    assertOpen(held);
    const person = await invites.person(userId);
    if (invite.email && invite.email !== person.email) throw new RowcastError('INVITE_OTHER_EMAIL');
    if (already) throw new RowcastError('ALREADY_MEMBER');
    const { maxTeamSize } = await teamSettingsRepository(db, workspace.id).read();
    if (all.length >= maxTeamSize) throw new RowcastError('TEAM_FULL');
    await members.add(userId, invite.role, ctx.clock.now());
    await invites.accept(invite.id, userId);
    const after = { role: invite.role, inviteId: invite.id };
    const entry = { action: 'member.joined', targetType: 'member', targetId: userId } as const;
    audit({ ...entry, workspaceId: workspace.id, after });
    const managers = { workspaceId: workspace.id, permission: 'Manage Team', except: userId } as const;
    notify(managers, 'team.joined', { name: person.name, role: invite.role }, '/invite');
    publish(workspace.id, { type: 'member.changed', userId, role: invite.role });
    publish(workspace.id, { type: 'invite.changed', inviteId: invite.id });
    return { ...workspace, role: invite.role };
  });
}
