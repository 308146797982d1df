import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/unit-of-work.ts';
import { sessionRepository } from './sessions.repository.ts';

export async function logout(ctx: SessionContext): Promise<void> {
  const { sessionId } = ctx.actor;
  await transact(ctx, async ({ db, audit }) => {
    await sessionRepository(db).revoke(sessionId);
    audit({ action: 'session.ended', targetType: 'session', targetId: sessionId });
  });
}
