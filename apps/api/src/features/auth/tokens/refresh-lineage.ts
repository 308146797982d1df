import { randomBytes } from 'node:crypto';
import { keyedHash } from '../../../platform/security/encryption.ts';
import type { Services } from '../../../platform/services.ts';

export const firstRefreshToken = (): string => randomBytes(32).toString('hex');

/** Computed from the token and a key, not drawn: parallel refreshes with one token all get the same successor, and none is stored. */
export const successorOf = ({ config }: Pick<Services, 'config'>, token: string): string =>
  keyedHash(`refresh:${token}`, config.ENCRYPTION_KEY);
