import { type authRoutes, RowcastError } from '@rowcast/contracts';
import type { RequestContext } from '../../../platform/context.ts';
import { transact } from '../../../platform/db/unit-of-work.ts';
import type { Input } from '../../../platform/route.ts';
import { authLimits, forgetGuesses, limitNetwork } from '../limits.ts';
import { signIn } from '../open-session.ts';
import { codeRepository } from './codes.repository.ts';
import { hashLink } from './one-time-code.ts';
import { proveMailbox } from './prove-mailbox.ts';

/** The link of the mail does what its code does, and can't be guessed. */
export async function verifyEmail(ctx: RequestContext, { body }: Input<typeof authRoutes.verifyEmail>) {
  await limitNetwork(ctx, authLimits(ctx).guessesPerNetwork);
  const { email, answer } = await transact(ctx, async (unit) => {
    const address = await codeRepository(unit.db).endByLink(hashLink(ctx, body.token), 'login');
    const user = address && (await proveMailbox(ctx, unit.db, address));
    if (!user) throw new RowcastError('LINK_EXPIRED');
    return { email: user.email, answer: await signIn(ctx, unit, user) };
  });
  await forgetGuesses(ctx, email);
  return answer;
}
