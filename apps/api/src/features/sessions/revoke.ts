import { RowcastError, type sessionRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { announceAccess, sessionRepository } from '../auth/index.ts';
import { recordSecurityEvent } from '../security/index.ts';
import { openSessionRepository } from './repository.ts';

async function revokeOne(ctx: SessionContext, sessionId: string): Promise<void> {
  const { userId } = ctx.actor;
  await transact(ctx, async (unit) => {
    if (!(await openSessionRepository(unit.db, userId).revoke(sessionId)))
      throw new RowcastError('NOT_FOUND');
    await recordSecurityEvent(ctx, unit, { userId, kind: 'session_revoked' });
  });
  await announceAccess(ctx, userId);
}

async function revokeOthers(ctx: SessionContext): Promise<void> {
  const { userId, sessionId } = ctx.actor;
  await transact(ctx, async (unit) => {
    const ended = await sessionRepository(unit.db).revokeOthers(userId, sessionId);
    if (ended > 0)
      await recordSecurityEvent(ctx, unit, {
        userId,
        kind: 'sessions_revoked',
        details: { count: String(ended) },
      });
  });
  await announceAccess(ctx, userId);
}

export async function revokeSession(
  ctx: SessionContext,
  { body }: Input<typeof sessionRoutes.revoke>,
): Promise<void> {
  return body.sessionId ? revokeOne(ctx, body.sessionId) : revokeOthers(ctx);
}
