import type { mailRoutes } from '@rowcast/contracts';
import type { RequestContext } from '../../../platform/context.ts';
import { transact } from '../../../platform/db/unit-of-work.ts';
import type { Input } from '../../../platform/route.ts';
import { readOptOutToken } from './opt-out-token.ts';
import { recipientRepository } from './repository.ts';

/** Without a session: anyone who can read the mail may decline the next. */
export async function chooseInvitations(
  ctx: RequestContext,
  { body: { token, invitations } }: Input<typeof mailRoutes.chooseInvitations>,
) {
  await choose(ctx, token, invitations);
  return { invitations };
}

/** From a mail program, which sends a form that says nothing more. */
export const unsubscribe = (ctx: RequestContext, { params }: Input<typeof mailRoutes.unsubscribe>) =>
  choose(ctx, params.token, false);

async function choose(ctx: RequestContext, token: string, invitations: boolean): Promise<void> {
  const hash = readOptOutToken(ctx.config, token);
  const now = ctx.clock.now();
  await transact(ctx, async ({ db }) => {
    const recipients = recipientRepository(db);
    const { optedOutAt } = await recipients.lock(hash, now);
    await recipients.setOptedOut(hash, invitations ? null : (optedOutAt ?? now));
  });
}
