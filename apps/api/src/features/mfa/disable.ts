import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import { recordSecurityEvent } from '../security/index.ts';
import { mfaRepository } from './repository.ts';

export async function disableMfa(ctx: SessionContext): Promise<void> {
  const { userId } = ctx.actor;
  await transact(ctx, async (unit) => {
    const wasOn = await mfaRepository(unit.db, userId).remove();
    if (wasOn) await recordSecurityEvent(ctx, unit, { userId, kind: 'mfa_disabled' });
  });
}
