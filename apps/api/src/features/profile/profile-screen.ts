import type { userRoutes } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import type { Input } from '../../platform/route.ts';
import { me } from '../auth/index.ts';
import { changeProfile } from './update.ts';

/** The same record as /auth/me, by the names of the profile screen. */
export async function getMyProfile(ctx: SessionContext) {
  const { id, email, webhookUrl } = await me(ctx);
  return { id, email, webhook_url: webhookUrl };
}

export async function updateMyProfile(ctx: SessionContext, { body }: Input<typeof userRoutes.update>) {
  await changeProfile(ctx, { webhookUrl: body.webhook_url }, 'webhook_url');
  return getMyProfile(ctx);
}
