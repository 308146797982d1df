import { RowcastError, type SignInResult } from '@rowcast/contracts';
import type { RequestContext } from '../../platform/context.ts';
import type { UnitOfWork } from '../../platform/db/unit-of-work.ts';
import { newId } from '../../platform/ids.ts';
import { deviceOf } from '../../platform/network/device.ts';
import { sha256 } from '../../platform/security/encryption.ts';
import { recordSecurityEvent } from '../security/index.ts';
import { accountRepository, type UserRow } from './accounts.repository.ts';
import { authLimits } from './limits.ts';
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
  const { MAX_SESSIONS, SESSION_MAX_DAYS } = ctx.config;
  const accounts = accountRepository(db);
  await authLimits(ctx).signInsPerPerson.consume(userId);
  const sessions = sessionRepository(db);
  const newDevice = await isNewDevice(ctx, unit, userId);
  // Locks the person, so that parallel sign-ins see each other's sessions.
  await accounts.recordLogin(userId);
  const sessionId = newId('session');
  const refreshToken = firstRefreshToken();
  const { ip, userAgent } = ctx;
  const expiresAt = await sessions.open({ id: sessionId, userId, ip, userAgent }, SESSION_MAX_DAYS);
  await sessions.addToken(sha256(refreshToken), sessionId);
  await recordSecurityEvent(ctx, unit, {
    userId,
    kind: newDevice ? 'signed_in_new_device' : 'signed_in',
  });
  const ended = await sessions.revokeOldest(userId, MAX_SESSIONS);
  if (ended.length > 0) {
    const details = { count: String(ended.length), reason: 'limit' };
    await recordSecurityEvent(ctx, unit, { userId, kind: 'session_revoked', details });
    // Ends their live streams.
    for (const id of await accounts.workspaceIds(userId))
      unit.publish(id, { type: 'access.changed' }, userId);
  }
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
