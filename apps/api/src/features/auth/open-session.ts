import { RowcastError, type SignInResult } from '@rowcast/contracts';
import type { RequestContext } from '../../platform/context.ts';
import type { UnitOfWork } from '../../platform/db/unit-of-work.ts';
import { newId } from '../../platform/ids.ts';
import { deviceOf } from '../../platform/network/device.ts';
import { sha256 } from '../../platform/security/encryption.ts';
import { recordSecurityEvent } from '../security/index.ts';
import { accountRepository, type UserRow } from './accounts.repository.ts';
import { presentUser } from './presenter.ts';
import { sessionRepository } from './sessions.repository.ts';
import { signAccessToken } from './tokens/access-token.ts';
import { signMfaToken } from './tokens/mfa-token.ts';
import { firstRefreshToken } from './tokens/refresh-lineage.ts';

type SignedIn = Extract<SignInResult, { mfaRequired: false }>;

/** A browser or system that none of the person's sessions came from, as far back as they are kept; never at the first sign-in. */
async function isNewDevice(
  { userAgent }: RequestContext,
  { db }: UnitOfWork,
  userId: string,
): Promise<boolean> {
  const nameOf = (agent: string) => JSON.stringify(deviceOf(agent));
  const known = await sessionRepository(db).userAgents(userId);
  if (known.some((agent) => nameOf(agent) === nameOf(userAgent))) return false;
  return known.length > 0 || (await accountRepository(db).findById(userId))?.lastLoginAt != null;
}

/** Signs a person in who has given everything that is asked for. */
export async function openSession(ctx: RequestContext, unit: UnitOfWork, userId: string): Promise<SignedIn> {
  const { db } = unit;
  const accounts = accountRepository(db);
  const sessions = sessionRepository(db);
  const newDevice = await isNewDevice(ctx, unit, userId);
  const sessionId = newId('session');
  const refreshToken = firstRefreshToken();
  const { ip, userAgent } = ctx;
  const expiresAt = await sessions.open(
    { id: sessionId, userId, ip, userAgent },
    ctx.config.SESSION_MAX_DAYS,
  );
  await sessions.addToken(sha256(refreshToken), sessionId);
  await accounts.recordLogin(userId);
  await recordSecurityEvent(ctx, unit, {
    userId,
    kind: newDevice ? 'signed_in_new_device' : 'signed_in',
  });
  const profile = await accounts.profile(userId);
  if (!profile) throw new RowcastError('UNAUTHENTICATED');
  return {
    token: signAccessToken(ctx, { userId, sessionId }),
    refreshToken,
    expiresAt: expiresAt.toISOString(),
    user: presentUser(profile),
    mfaRequired: false,
  };
}

/** Where no second step follows, somebody else has the mailbox or the password. */
export const recordFirstStep = (ctx: RequestContext, unit: UnitOfWork, userId: string): Promise<void> =>
  recordSecurityEvent(ctx, unit, { userId, kind: 'first_step_passed' });

/** After the first factor: a session, or what is still missing. */
export async function signIn(
  ctx: RequestContext,
  unit: UnitOfWork,
  user: Pick<UserRow, 'id' | 'mfaEnabled' | 'passwordHash'>,
): Promise<SignInResult> {
  if (!user.mfaEnabled) return openSession(ctx, unit, user.id);
  await recordFirstStep(ctx, unit, user.id);
  return { mfaRequired: true, method: 'totp', mfaToken: signMfaToken(ctx, user) };
}
