import { type authRoutes, defaultPreferences } from '@rowcast/contracts';
import type { RequestContext } from '../../platform/context.ts';
import { newId } from '../../platform/ids.ts';
import type { Input } from '../../platform/route.ts';
import { accountRepository } from './accounts.repository.ts';
import { sendCode, sent } from './codes/one-time-code.ts';

/** The last word is the last name; the profile lets a person say it better. */
function partsOf(name: string): { firstName: string; lastName: string } {
  const words = name.split(/\s+/);
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' '), lastName };
}

/**
 * The account counts from its first right code on; until then anyone may sign up with the address again. Where there is
 * an account already, nothing of it changes: its owner is mailed a code that signs in, and nobody else learns of it.
 */
export async function signup(ctx: RequestContext, { body }: Input<typeof authRoutes.signup>) {
  await sendCode(ctx, { email: body.email, purpose: 'login' }, async ({ db }) => {
    const { name, ...contact } = body;
    const person = { id: newId('user'), ...partsOf(name), ...contact, createdAt: ctx.clock.now() };
    const { language } = ctx;
    await accountRepository(db).register(
      person,
      language === defaultPreferences.language ? {} : { language },
    );
  });
  return sent(ctx, 'Account created successfully! Please check your email for verification.');
}
