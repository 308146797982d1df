import type { inviteRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { unsentMailRepository } from '../mail/index.ts';
import { openInvite } from './pending-invite.ts';
import { inviteRepository } from './repository.ts';

export async function revokeInvite(
  ctx: SessionContext,
  { params }: Input<typeof inviteRoutes.revoke>,
): Promise<void> {
  const { workspaceId } = ctx.actor;
  await transact(ctx, async (unit) => {
    const { id, email, role } = (await openInvite(ctx, unit, params.id)).invite;
    await inviteRepository(unit.db, workspaceId).revoke(id);
    if (email) await unsentMailRepository(unit.db, workspaceId).drop(email, 'invitation');
    unit.audit({ action: 'invite.revoked', targetType: 'invite', targetId: id, before: { email, role } });
    unit.publish(workspaceId, { type: 'invite.changed', inviteId: id });
  });
}
