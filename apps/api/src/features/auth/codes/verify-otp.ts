import { type authRoutes, RowcastError } from '@rowcast/contracts';
import type { RequestContext } from '../../../platform/context.ts';
import { transact } from '../../../platform/db/unit-of-work.ts';
import type { Input } from '../../../platform/route.ts';
import { forgetGuesses } from '../limits.ts';
import { signIn } from '../open-session.ts';
import { checkCode, endCode } from './check-code.ts';
import { proveMailbox } from './prove-mailbox.ts';

export async function verifyOtp(ctx: RequestContext, { body }: Input<typeof authRoutes.verifyOtp>) {
  const codeId = await checkCode(ctx, { ...body, purpose: 'login' });
  const answer = await transact(ctx, async (unit) => {
    await endCode(unit.db, codeId);
    const user = await proveMailbox(ctx, unit.db, body.email);
    if (!user) throw new RowcastError('CODE_EXPIRED');
    return signIn(ctx, unit, user);
  });
  await forgetGuesses(ctx, body.email);
  return answer;
}
