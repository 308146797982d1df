import { RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import { recordSecurityEvent } from '../security/index.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts';
import { mfaRepository } from './repository.ts';

export async function renewRecoveryCodes(ctx: SessionContext) {
  const { userId } = ctx.actor;
  const recoveryCodes = newRecoveryCodes();
  await transact(ctx, async (unit) => {
    const repository = mfaRepository(unit.db, userId);
    if (!(await repository.device('confirmed'))) throw new RowcastError('MFA_NOT_STARTED');
    await repository.replaceRecoveryCodes(recoveryCodes.map((each) => hashRecoveryCode(ctx, userId, each)));
    await recordSecurityEvent(ctx, unit, { userId, kind: 'recovery_codes_renewed' });
  });
  return { recoveryCodes };
}
