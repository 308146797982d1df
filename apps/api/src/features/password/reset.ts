import { type passwordRoutes, RowcastError } from '@rowcast/contracts';
import type { RequestContext } from '../../platform/context.ts';
import type { Executor } from '../../platform/db/database.ts';
import { transact } from '../../platform/db/unit-of-work.ts';
import type { Input } from '../../platform/route.ts';
import { hashPassword } from '../../platform/security/password-hash.ts';
import {
  announceAccess,
  authLimits,
  checkCode,
  codeRepository,
  endCode,
  forgetGuesses,
  hashLink,
  limitNetwork,
  proveMailbox,
  sessionRepository,
  signIn,
} from '../auth/index.ts';
import { recordSecurityEvent } from '../security/index.ts';
import { passwordRepository } from './repository.ts';

type Body = Input<typeof passwordRoutes.reset>['body'];

/** Uses up, in the given transaction, the link or code that came by mail; gives the address it was sent to. */
type Redeem = (db: Executor) => Promise<string>;

async function readProof(ctx: RequestContext, { token, email = '', otp = '' }: Body): Promise<Redeem> {
  if (token) {
    await limitNetwork(ctx, authLimits(ctx).guessesPerNetwork);
    return async (db) => {
      const address = await codeRepository(db).endByLink(hashLink(ctx, token), 'reset');
      if (!address) throw new RowcastError('LINK_EXPIRED');
      return address;
    };
  }
  const codeId = await checkCode(ctx, { email, otp, purpose: 'reset' });
  return async (db) => {
    await endCode(db, codeId);
    return email;
  };
}

/** Sets a first or a new password. Ends all sessions, then signs this caller in. */
export async function resetPassword(ctx: RequestContext, { body }: Input<typeof passwordRoutes.reset>) {
  const redeem = await readProof(ctx, body);
  const hash = await hashPassword(ctx, body.newPassword);
  const { user, answer } = await transact(ctx, async (unit) => {
    const found = await proveMailbox(ctx, unit.db, await redeem(unit.db));
    if (!found) throw new RowcastError(body.token ? 'LINK_EXPIRED' : 'CODE_EXPIRED');
    await passwordRepository(unit.db).set(found.id, hash);
    await sessionRepository(unit.db).revokeOthers(found.id, null);
    const kind = found.passwordHash ? 'password_changed' : 'password_set';
    await recordSecurityEvent(ctx, unit, { userId: found.id, kind });
    return { user: found, answer: await signIn(ctx, unit, { ...found, passwordHash: hash }) };
  });
  await forgetGuesses(ctx, user.email, 'reset');
  await announceAccess(ctx, user.id);
  return answer;
}
