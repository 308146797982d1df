import { RowcastError } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { accountRepository, sessionRepository } from '../auth/index.ts';

/** Any one of them proves who is there; where an authenticator is set up, nothing weaker does. */
export async function proofState({ db, actor }: SessionContext) {
  const user = await accountRepository(db).findById(actor.userId);
  if (!user) throw new RowcastError('UNAUTHENTICATED');
  const provedUntil = await sessionRepository(db).provedUntil(actor.sessionId);
  const withoutTotp = user.passwordHash ? (['password', 'email'] as const) : (['email'] as const);
  return {
    email: user.email,
    state: {
      methods: user.mfaEnabled ? ['totp' as const] : [...withoutTotp],
      provedUntil: provedUntil?.toISOString() ?? null,
    },
  };
}
