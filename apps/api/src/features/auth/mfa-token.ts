import { RowcastError } from '@rowcast/contracts';
import { z } from 'zod';
import type { Services } from '../../platform/services.ts';
import { readToken, signToken } from './jwt.ts';

const kind = { typ: 'mfa', audience: 'rowcast-mfa', minutes: 10 };

const claims = z.object({ sub: z.string(), typ: z.literal('mfa'), iat: z.number(), exp: z.number() });

type Signer = Pick<Services, 'config' | 'clock'>;

/** For someone whose first factor was right; good for nothing but giving the second. */
export const signMfaToken = (signer: Signer, userId: string): string =>
  signToken(signer, kind, { sub: userId });

/** Gives the user's id. */
export function readMfaToken(signer: Signer, token: string): string {
  try {
    return readToken(signer, kind, claims, token).sub;
  } catch (cause) {
    throw new RowcastError('MFA_TOKEN_EXPIRED', { cause });
  }
}
