import type { inviteRoutes } from '@rowcast/contracts';
import type { RequestContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { assertOpen, findValidInvite } from './valid-invite.ts';

export async function lookUpInvite({ db }: RequestContext, { body }: Input<typeof inviteRoutes.lookUp>) {
  const held = await findValidInvite(db, body.token);
  assertOpen(held);
  const { invite, inviter, workspace } = held;
  return {
    workspace: { slug: workspace.slug, name: workspace.name },
    role: invite.role,
    email: invite.email,
    invitedBy: inviter,
    expiresAt: invite.expiresAt.toISOString(),
  };
}
