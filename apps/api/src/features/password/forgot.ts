import type { passwordRoutes } from '@rowcast/contracts';
import type { RequestContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { sendCodeUnlessJustSent, sent } from '../auth/index.ts';

/** Answers the same for every address. */
export async function forgotPassword(ctx: RequestContext, { body }: Input<typeof passwordRoutes.forgot>) {
  await sendCodeUnlessJustSent(ctx, { email: body.email, purpose: 'reset' });
  return sent(ctx, 'Password reset email sent!');
}
