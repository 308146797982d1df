import type { mfaRoutes } from '@rowcast/contracts';
import type { RequestContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { authLimits, limitNetwork, openSession, readMfaToken } from '../auth/index.ts';
import { mfaTries } from './lock.ts';
import { useMfaCode } from './use-code.ts';

/** The second step of a login. */
export async function verifyMfa(ctx: RequestContext, { body }: Input<typeof mfaRoutes.verify>) {
  const userId = await readMfaToken(ctx, body.mfaToken);
  await limitNetwork(ctx, authLimits(ctx).guessesPerNetwork);
  await mfaTries(ctx).consume(userId);
  const answer = await transact(ctx, async (unit) => {
    await useMfaCode(ctx, unit, { userId, code: body.code });
    return openSession(ctx, unit, userId);
  });
  await mfaTries(ctx).forget(userId);
  return answer;
}
