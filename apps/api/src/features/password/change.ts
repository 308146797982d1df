import type { passwordRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { hashPassword } from '../../platform/security/password-hash.ts';
import { announceAccess, sessionRepository } from '../auth/index.ts';
import { recordSecurityEvent } from '../security/index.ts';
import { confirmPassword } from './confirm.ts';
import { passwordRepository } from './repository.ts';

export async function changePassword(ctx: SessionContext, { body }: Input<typeof passwordRoutes.change>) {
  const { userId, sessionId } = ctx.actor;
  await confirmPassword(ctx, body.currentPassword, 'currentPassword');
  const hash = await hashPassword(ctx, body.newPassword);
  await transact(ctx, async (unit) => {
    await passwordRepository(unit.db).set(userId, hash);
    await sessionRepository(unit.db).revokeOthers(userId, sessionId);
    await recordSecurityEvent(ctx, unit, { userId, kind: 'password_changed' });
  });
  await announceAccess(ctx, userId);
  return { message: 'Password changed successfully!' };
}
