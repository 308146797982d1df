import type { authRoutes } from '@rowcast/contracts';
import type { RequestContext } from '../../../platform/context.ts';
import type { Input } from '../../../platform/route.ts';
import { sendCode, sent } from './one-time-code.ts';

export async function resendOtp(ctx: RequestContext, { body }: Input<typeof authRoutes.resendOtp>) {
  await sendCode(ctx, { email: body.email, purpose: 'login' });
  return sent(ctx);
}
