import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import { auditPerson } from '../security/index.ts';
import { announceAccess } from './publish-access-change.ts';
import { sessionRepository } from './sessions.repository.ts';

export async function logout(ctx: SessionContext): Promise<void> {
  const { sessionId, userId } = ctx.actor;
  await transact(ctx, async (unit) => {
    await sessionRepository(unit.db).revoke(sessionId);
    await auditPerson(unit, userId, { action: 'account.signed_out' });
  });
  await announceAccess(ctx, userId);
}
