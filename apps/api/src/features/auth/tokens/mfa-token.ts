import { RowcastError } from '@rowcast/contracts';
import { z } from 'zod';
import { keyedHash } from '../../../platform/security/encryption.ts';
import type { Services } from '../../../platform/services.ts';
import { accountRepository, type UserRow } from '../accounts.repository.ts';
import { readToken, signToken } from './jwt.ts';

const kind = { typ: 'mfa', audience: 'rowcast-mfa', minutes: 10 };

const claims = z.object({
  sub: z.string(),
  typ: z.literal('mfa'),
  pwd: z.string(),
  iat: z.number(),
  exp: z.number(),
});

type Signer = Pick<Services, 'config' | 'clock'>;

/** Another one after each change of the password. */
const passwordMark = ({ config }: Signer, { passwordHash }: Pick<UserRow, 'passwordHash'>): string =>
  keyedHash(`mfa:${passwordHash ?? ''}`, config.CODE_PEPPER).slice(0, 16);

/** For someone whose first factor was right; good for nothing but giving the second, and until the password changes. */
export const signMfaToken = (signer: Signer, user: Pick<UserRow, 'id' | 'passwordHash'>): string =>
  signToken(signer, kind, { sub: user.id, pwd: passwordMark(signer, user) });

/** Gives the user's id. */
export async function readMfaToken(services: Signer & Pick<Services, 'db'>, token: string): Promise<string> {
  const { sub, pwd } = claimsOf(services, token);
  const user = await accountRepository(services.db).findById(sub);
  if (!user || passwordMark(services, user) !== pwd) throw new RowcastError('MFA_TOKEN_EXPIRED');
  return sub;
}

function claimsOf(signer: Signer, token: string) {
  try {
    return readToken(signer, kind, claims, token);
  } catch (cause) {
    throw new RowcastError('MFA_TOKEN_EXPIRED', { cause });
  }
}
