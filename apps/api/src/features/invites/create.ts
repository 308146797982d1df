import type { inviteRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { makeInvite } from './insert-invite.ts';
import { inviteLimits } from './limits.ts';
import { isNewWorkspace } from './new-workspace.ts';
import { presentInvite } from './presenter.ts';
import { inviteLink } from './token.ts';

export async function inviteMember(ctx: SessionContext, { body }: Input<typeof inviteRoutes.create>) {
  await inviteLimits(ctx).invitesPerWorkspace.consume(ctx.actor.workspaceId);
  const { invite } = await transact(ctx, (unit) => makeInvite(ctx, unit, body));
  return presentInvite(invite, await isNewWorkspace(ctx, ctx.db, ctx.actor.workspaceId));
}

/** Only the hash is stored, so the link can be shown this once. */
export async function createInviteLink(ctx: SessionContext, { body }: Input<typeof inviteRoutes.createLink>) {
  await inviteLimits(ctx).invitesPerWorkspace.consume(ctx.actor.workspaceId);
  const { invite, token } = await transact(ctx, (unit) => makeInvite(ctx, unit, { email: null, ...body }));
  return {
    invite: presentInvite(invite, await isNewWorkspace(ctx, ctx.db, ctx.actor.workspaceId)),
    link: inviteLink(ctx, token),
  };
}
