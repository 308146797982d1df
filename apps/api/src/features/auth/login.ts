import { type authRoutes, RowcastError } from '@rowcast/contracts';
import type { RequestContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { authLimits, limitNetwork } from './limits.ts';
import { sendCode, sent } from './one-time-code.ts';

/** Answers the same for every address. A code sent within the last minute still works, so no second one is sent. */
export async function login(ctx: RequestContext, { body }: Input<typeof authRoutes.login>) {
  await limitNetwork(ctx, authLimits(ctx).codesPerNetwork);
  try {
    await sendCode(ctx, body.email);
  } catch (error) {
    if (!(error instanceof RowcastError && error.code === 'CODE_TOO_SOON')) throw error;
  }
  return sent(ctx);
}
