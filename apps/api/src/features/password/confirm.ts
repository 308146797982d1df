import { RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { isPassword } from '../../platform/security/password-hash.ts';
import { accountRepository } from '../auth/index.ts';
import { passwordTries } from './limits.ts';

/** Throws unless this is the caller's password; `field` names it in the form. */
export async function confirmPassword(ctx: SessionContext, password: string, field: string): Promise<void> {
  const { userId } = ctx.actor;
  const tries = passwordTries(ctx);
  await tries.consume(userId);
  const user = await accountRepository(ctx.db).findById(userId);
  if (!user?.passwordHash) throw new RowcastError('PASSWORD_NOT_SET');
  if (!(await isPassword(ctx, user.passwordHash, password))) {
    throw RowcastError.at('PASSWORD_WRONG', field);
  }
  await tries.forget(userId);
}
