import { type authRoutes, RowcastError } from '@rowcast/contracts';
import type { RequestContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { isPassword } from '../../platform/security/password-hash.ts';
import { recordRefusal } from '../security/index.ts';
import { accountRepository } from './accounts.repository.ts';
import { sendCodeUnlessJustSent, sent } from './codes/one-time-code.ts';
import { countGuess, forgetGuesses } from './limits.ts';
import { recordFirstStep, signIn } from './open-session.ts';

/** Answers the same for every address. */
async function sendLoginCode(ctx: RequestContext, email: string) {
  await sendCodeUnlessJustSent(ctx, { email, purpose: 'login' });
  return sent(ctx);
}

async function loginWithPassword(ctx: RequestContext, email: string, password: string) {
  await countGuess(ctx, email);
  const account = await accountRepository(ctx.db).findForPassword(email);
  const right = await isPassword(ctx, account?.passwordHash ?? null, password);
  if (!account || !right) {
    if (account) recordRefusal(ctx, { userId: account.id, kind: 'password_refused' });
    throw RowcastError.at('CREDENTIALS_WRONG', 'password');
  }
  if (account.asksForCode && !account.mfaEnabled) {
    await transact(ctx, (unit) => recordFirstStep(ctx, unit, account.id));
    const { mailbox } = await sendLoginCode(ctx, email);
    return { mfaRequired: true as const, method: 'email' as const, mfaToken: null, mailbox };
  }
  const answer = await transact(ctx, (unit) => signIn(ctx, unit, account));
  await forgetGuesses(ctx, email);
  return answer;
}

export async function login(ctx: RequestContext, { body }: Input<typeof authRoutes.login>) {
  return body.password === undefined
    ? sendLoginCode(ctx, body.email)
    : loginWithPassword(ctx, body.email, body.password);
}
