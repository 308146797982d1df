import { type authRoutes, RowcastError } from '@rowcast/contracts';
import type { RequestContext } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import type { Input } from '../../platform/route.ts';
import { accountRepository } from './accounts.repository.ts';
import { authLimits, limitNetwork } from './limits.ts';
import { sendCode, sent } from './one-time-code.ts';

function emailTaken(): RowcastError {
  const error = new RowcastError('EMAIL_TAKEN');
  return new RowcastError('EMAIL_TAKEN', { fields: [{ field: 'email', message: error.message }] });
}

/** The last word is the last name; the profile lets a person say it better. */
function partsOf(name: string): { firstName: string; lastName: string } {
  const words = name.split(/\s+/);
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' '), lastName };
}

/** The account counts from its first right code on; until then anyone may sign up with the address again. */
export async function signup(ctx: RequestContext, { body }: Input<typeof authRoutes.signup>) {
  await limitNetwork(ctx, authLimits(ctx).codesPerNetwork);
  if (await accountRepository(ctx.db).isVerified(body.email)) throw emailTaken();
  await sendCode(ctx, { email: body.email, purpose: 'login' }, async ({ db }) => {
    const { name, ...contact } = body;
    const registered = await accountRepository(db).register({
      id: newId('user'),
      ...partsOf(name),
      ...contact,
      createdAt: ctx.clock.now(),
    });
    if (!registered) throw emailTaken();
  });
  return sent(ctx);
}
