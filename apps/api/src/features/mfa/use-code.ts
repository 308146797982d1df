import { RowcastError } from '@rowcast/contracts';
import type { RequestContext } from '../../platform/context.ts';
import type { UnitOfWork } from '../../platform/db/unit-of-work.ts';
import { decrypt } from '../../platform/security/encryption.ts';
import { recordSecurityEvent } from '../security/index.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { mfaRepository } from './repository.ts';
import { stepOf } from './totp.ts';

export const wrongCode = () => RowcastError.at('MFA_CODE_WRONG', 'code');

/** Uses up a code of the authenticator or a recovery code, once among all who show it. Count the try before. */
export async function useMfaCode(
  ctx: RequestContext,
  unit: UnitOfWork,
  { userId, code }: { userId: string; code: string },
): Promise<void> {
  const repository = mfaRepository(unit.db, userId);
  const device = await repository.device('confirmed');
  if (!device) throw wrongCode();
  if (/^\d{6}$/.test(code)) {
    const step = stepOf(ctx, decrypt(device.sealedSecret, ctx.config.ENCRYPTION_KEY), code);
    if (step === null || !(await repository.useStep(step))) throw wrongCode();
    return;
  }
  if (!(await repository.useRecoveryCode(hashRecoveryCode(ctx, userId, code)))) throw wrongCode();
  await recordSecurityEvent(ctx, unit, { userId, kind: 'recovery_code_used' });
}
