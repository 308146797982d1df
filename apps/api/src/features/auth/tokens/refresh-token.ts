import { type authRoutes, RowcastError } from '@rowcast/contracts';
import type { RequestContext } from '../../../platform/context.ts';
import { transact } from '../../../platform/db/unit-of-work.ts';
import type { Input } from '../../../platform/route.ts';
import { sha256 } from '../../../platform/security/encryption.ts';
import { recordSecurityEvent } from '../../security/index.ts';
import { announceAccess } from '../publish-access-change.ts';
import { sessionRepository } from '../sessions.repository.ts';
import { signAccessToken } from './access-token.ts';
import { successorOf } from './refresh-lineage.ts';

/** Gives the successor; a token shown again after the grace was copied, so its whole session ends. */
export async function refreshToken(ctx: RequestContext, { body }: Input<typeof authRoutes.refreshToken>) {
  const { SESSION_MAX_DAYS } = ctx.config;
  const tokenHash = sha256(body.refreshToken);
  const successor = successorOf(ctx, body.refreshToken);
  const renewed = await transact(ctx, async (unit) => {
    const { db } = unit;
    const repository = sessionRepository(db);
    const token = await repository.lockToken(tokenHash, SESSION_MAX_DAYS);
    if (!token) return null;
    const { sessionId, userId } = token;
    if (token.used && !token.inGrace) {
      await repository.revoke(sessionId);
      await recordSecurityEvent(ctx, unit, { userId, kind: 'refresh_token_reused' });
      ctx.log.warn({ sessionId }, 'a used refresh token came back; the session was ended');
      return { endedOf: userId };
    }
    await repository.markUsed(tokenHash);
    await repository.addToken(sha256(successor), sessionId);
    return { userId, sessionId, expiresAt: await repository.extend(sessionId, SESSION_MAX_DAYS) };
  });
  if (renewed && 'endedOf' in renewed) await announceAccess(ctx, renewed.endedOf);
  if (!renewed || 'endedOf' in renewed) throw new RowcastError('REFRESH_REJECTED');
  return {
    data: {
      token: signAccessToken(ctx, renewed),
      refreshToken: successor,
      expiresAt: renewed.expiresAt.toISOString(),
    },
  };
}
