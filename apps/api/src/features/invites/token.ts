import { randomBytes } from 'node:crypto';
import { consoleUrl } from '../../platform/network/console-url.ts';
import { sha256 } from '../../platform/security/encryption.ts';
import type { Services } from '../../platform/services.ts';

/** 256 random bits. Only the hash is kept. */
export function newInviteToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: sha256(token) };
}

/** Behind the #, which browsers keep to themselves, so that no log holds it. */
export const inviteLink = ({ config }: Pick<Services, 'config'>, token: string): string =>
  consoleUrl(config, `/join#${token}`);
