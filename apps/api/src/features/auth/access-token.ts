import { RowcastError } from '@rowcast/contracts';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import type { Services } from '../../platform/services.ts';

const minutes = 15;
const issuer = 'rowcast';
const audience = 'rowcast-api';

const claims = z.object({
  sub: z.string(),
  sid: z.string(),
  typ: z.literal('access'),
  iat: z.number(),
  exp: z.number(),
});

type Owner = { userId: string; sessionId: string };
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

export function signAccessToken(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  { userId, sessionId }: Owner,
): string {
  const iat = seconds(clock.now());
  return jwt.sign({ sid: sessionId, typ: 'access', iat, exp: iat + minutes * 60 }, config.JWT_SECRET, {
    algorithm: 'HS256',
    subject: userId,
    issuer,
    audience,
  });
}

/** The library takes any HMAC and tokens without an end unless told otherwise, so everything is pinned. */
export function readAccessToken({ config, clock }: Pick<Services, 'config' | 'clock'>, token: string): Owner {
  try {
    const payload = jwt.verify(token, config.JWT_SECRET, {
      algorithms: ['HS256'],
      issuer,
      audience,
      maxAge: `${minutes}m`,
      clockTimestamp: seconds(clock.now()),
    });
    const { sub, sid } = claims.parse(payload);
    return { userId: sub, sessionId: sid };
  } catch (cause) {
    throw new RowcastError(cause instanceof jwt.TokenExpiredError ? 'TOKEN_EXPIRED' : 'UNAUTHENTICATED', {
      cause,
    });
  }
}
