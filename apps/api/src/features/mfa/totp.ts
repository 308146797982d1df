import { Secret, TOTP } from 'otpauth';
import type { Services } from '../../platform/services.ts';

const period = 30;
/** One step to either side: clocks of phones are not exact. */
const window = 1;

const totpOf = (secret: string, label: string) =>
  new TOTP({ issuer: 'Rowcast', label, secret, period, digits: 6, algorithm: 'SHA1' });

export const newSecret = (): string => new Secret({ size: 20 }).base32;

export const uriOf = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The time step that a code is of; null when it is of none that counts now. */
export function stepOf({ clock }: Pick<Services, 'clock'>, secret: string, code: string): number | null {
  const timestamp = clock.now().getTime();
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window });
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta;
}
