import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/unit-of-work.ts';
import { announceAccess } from './announce-access.ts';
import { sessionRepository } from './sessions.repository.ts';

export async function logout(ctx: SessionContext): Promise<void> {
  const { sessionId, userId } = ctx.actor;
  await transact(ctx, async ({ db, audit }) => {
    await sessionRepository(db).revoke(sessionId);
    audit({ action: 'account.signed_out', targetType: 'user', targetId: userId });
  });
  await announceAccess(ctx, userId);
}
