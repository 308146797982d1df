import { fillText, type profileRoutes, RowcastError } from '@rowcast/contracts';
import { requireProof, type SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { authLimits, checkCode, endCode, forgetGuesses, me, sendCode, sent } from '../auth/index.ts';
import { line, sendMail } from '../mail/index.ts';
import { recordSecurityEvent } from '../security/index.ts';
import { profileRepository } from './repository.ts';

/** The code goes to the new address, whosever it is: only who can read its mail learns whether it has an account. */
export async function changeEmail(ctx: SessionContext, { body }: Input<typeof profileRoutes.changeEmail>) {
  requireProof(ctx.actor);
  await authLimits(ctx).addressesPerPerson.consume(ctx.actor.userId);
  await sendCode(ctx, { email: body.email, purpose: 'email' });
  return sent(ctx);
}

export async function confirmEmail(ctx: SessionContext, { body }: Input<typeof profileRoutes.confirmEmail>) {
  requireProof(ctx.actor);
  const { userId } = ctx.actor;
  const codeId = await checkCode(ctx, { ...body, purpose: 'email' });
  await transact(ctx, async (unit) => {
    await endCode(unit.db, codeId);
    const repository = profileRepository(unit.db);
    const { email: former, firstName } = await repository.lock(userId);
    if (former === body.email) return;
    await repository.forgetSignUp(body.email);
    if (await repository.hasAccount(body.email)) throw emailTaken();
    // While it is still theirs: in the language of whom it warns, not of who moved the account.
    await sendMail(ctx, unit, {
      kind: 'email_changed',
      to: former,
      write: ({ emailChanged: { subject, text } }) => ({
        subject,
        text: fillText(text, { name: line(firstName), email: body.email }),
      }),
      accountsOnly: false,
    });
    await repository.update(userId, { email: body.email });
    await recordSecurityEvent(ctx, unit, {
      userId,
      kind: 'email_changed',
      details: { before: former, after: body.email },
    });
  });
  await forgetGuesses(ctx, body.email, 'email');
  return me(ctx);
}

const emailTaken = () => RowcastError.at('EMAIL_TAKEN', 'email');
