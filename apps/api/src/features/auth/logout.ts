import type { SessionContext } from '../../platform/context.ts';
import { announceAccess } from './announce-access.ts';
import { sessionRepository } from './sessions.repository.ts';

export async function logout(ctx: SessionContext): Promise<void> {
  const { sessionId, userId } = ctx.actor;
  await sessionRepository(ctx.db).revoke(sessionId);
  await announceAccess(ctx, userId);
}
