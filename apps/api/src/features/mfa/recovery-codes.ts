import { randomInt } from 'node:crypto';
import { keyedHash } from '../../platform/security/encryption.ts';
import type { Services } from '../../platform/services.ts';

const count = 10;
/** Base32: no 0, 1, 8 or 9 that could be taken for letters. */
const letters = 'abcdefghijklmnopqrstuvwxyz234567';

const half = () => Array.from({ length: 5 }, () => letters.charAt(randomInt(letters.length))).join('');

/** 50 random bits each, more than anyone tries at ten a quarter of an hour. */
export const newRecoveryCodes = (): string[] => Array.from({ length: count }, () => `${half()}-${half()}`);

export const hashRecoveryCode = (
  { config }: Pick<Services, 'config'>,
  userId: string,
  code: string,
): string => keyedHash(`recovery:${userId}:${code.toLowerCase().replace('-', '')}`, config.CODE_PEPPER);
