import { createSecretKey } from 'node:crypto';
import { RowcastError } from '@rowcast/contracts';
import jwt from 'jsonwebtoken';
import type { z } from 'zod';
import { memoizeByObject } from '../../../platform/concurrency/memoize.ts';
import type { Services } from '../../../platform/services.ts';

const issuer = 'rowcast';
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

type Signer = Pick<Services, 'config' | 'clock'>;

/** Each kind of token has an audience of its own, so that none passes for another. */
interface Kind {
  typ: string;
  audience: string;
  minutes: number;
}

/** Made once: of a string the library first tries at each call whether it is a public key. */
const keyOf = memoizeByObject(({ JWT_SECRET }: Signer['config']) => createSecretKey(JWT_SECRET, 'utf8'));

export function signToken(
  { config, clock }: Signer,
  { typ, audience, minutes }: Kind,
  { sub, ...claims }: { sub: string; [name: string]: string },
): string {
  const iat = seconds(clock.now());
  return jwt.sign({ ...claims, typ, iat, exp: iat + minutes * 60 }, keyOf(config), {
    algorithm: 'HS256',
    subject: sub,
    issuer,
    audience,
  });
}

/** By default the library accepts any HMAC and tokens without expiry, so everything is pinned. */
export function readToken<T>(
  { config, clock }: Signer,
  { audience, minutes }: Kind,
  claims: z.ZodType<T>,
  token: string,
): T {
  try {
    const payload = jwt.verify(token, keyOf(config), {
      algorithms: ['HS256'],
      issuer,
      audience,
      maxAge: `${minutes}m`,
      clockTimestamp: seconds(clock.now()),
    });
    return claims.parse(payload);
  } catch (cause) {
    throw new RowcastError(cause instanceof jwt.TokenExpiredError ? 'TOKEN_EXPIRED' : 'UNAUTHENTICATED', {
      cause,
    });
  }
}
