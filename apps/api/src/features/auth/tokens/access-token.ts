import { z } from 'zod';
import type { Services } from '../../../platform/services.ts';
import { readToken, signToken } from './jwt.ts';

const kind = { typ: 'access', audience: 'rowcast-api', minutes: 15 };

const claims = z.object({
  sub: z.string(),
  sid: z.string(),
  typ: z.literal('access'),
  iat: z.number(),
  exp: z.number(),
});

type Owner = { userId: string; sessionId: string };
type Signer = Pick<Services, 'config' | 'clock'>;

export const signAccessToken = (signer: Signer, { userId, sessionId }: Owner): string =>
  signToken(signer, kind, { sub: userId, sid: sessionId });

export function readAccessToken(signer: Signer, token: string): Owner {
  const { sub, sid } = readToken(signer, kind, claims, token);
  return { userId: sub, sessionId: sid };
}
