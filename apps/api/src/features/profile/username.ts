import { fillText, type profileRoutes, RowcastError, reservedUsernames } from '@rowcast/contracts';
import type { SessionContext } from '../../platform/context.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { checkCode, endCode, forgetGuesses, me, sendCode, sent } from '../auth/index.ts';
import { line, sendMail } from '../mail/index.ts';
import { recordSecurityEvent } from '../security/index.ts';
import { profileRepository } from './repository.ts';
import { slugRepository } from './slugs.repository.ts';

const reserved = new Set<string>(reservedUsernames);

const usernameTaken = () => RowcastError.at('USERNAME_TAKEN', 'username');

async function emailOf({ db, actor }: SessionContext): Promise<string> {
  const { email } = await profileRepository(db).find(actor.userId);
  return email;
}

export async function changeUsername(
  ctx: SessionContext,
  { body: { username } }: Input<typeof profileRoutes.changeUsername>,
) {
  const free = await slugRepository(ctx.db).isFree(username, ctx.actor.userId);
  if (reserved.has(username) || !free) throw usernameTaken();
  await sendCode(ctx, { email: await emailOf(ctx), purpose: 'username' });
  return sent(ctx);
}

/** The personal workspace moves along. Its former address stays its own, so that nobody else can pose as it. */
export async function confirmUsername(
  ctx: SessionContext,
  { body: { username, otp } }: Input<typeof profileRoutes.confirmUsername>,
) {
  const { userId } = ctx.actor;
  const email = await emailOf(ctx);
  const codeId = await checkCode(ctx, { email, otp, purpose: 'username' });
  await transact(ctx, async (unit) => {
    await endCode(unit.db, codeId);
    const user = await profileRepository(unit.db).lock(userId);
    if (user.username === username) return;
    const slugs = slugRepository(unit.db);
    if (reserved.has(username) || !(await slugs.isFree(username, userId))) throw usernameTaken();
    await slugs.move({ userId, from: user.username, to: username, at: ctx.clock.now() });
    await recordSecurityEvent(ctx, unit, {
      userId,
      kind: 'username_changed',
      details: { before: user.username, after: username },
    });
    await sendMail(ctx, unit, {
      kind: 'username_changed',
      to: email,
      write: ({ usernameChanged: { subject, text } }) => ({
        subject,
        text: fillText(text, { name: line(user.firstName), username }),
      }),
      accountsOnly: false,
    });
  });
  await forgetGuesses(ctx, email, 'username');
  return me(ctx);
}
