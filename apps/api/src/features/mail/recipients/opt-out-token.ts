import { RowcastError } from '@rowcast/contracts';
import type { Config } from '../../../platform/config.ts';
import { consoleUrl } from '../../../platform/network/console-url.ts';
import { equalHash, keyedHash } from '../../../platform/security/encryption.ts';

/** One mailbox has many spellings: tags after a plus, and dots at Google. All are counted as one. */
function mailboxOf(address: string): string {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/su.exec(address.trim().toLowerCase()) ?? [];
  const untagged = local.replace(/(?<=.)\+.*$/su, '');
  const google = domain === 'gmail.com' || domain === 'googlemail.com';
  return google ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}

export const addressHash = ({ CODE_PEPPER }: Config, address: string): string =>
  keyedHash(`recipient:${mailboxOf(address)}`, CODE_PEPPER);

const signature = ({ CODE_PEPPER }: Config, hash: string) => keyedHash(`opt-out:${hash}`, CODE_PEPPER);

function tokenOf(config: Config, address: string): string {
  const hash = addressHash(config, address);
  return `${hash}.${signature(config, hash)}`;
}

/** Behind a #, so that no log contains the token. */
export const optOutPage = (config: Config, token: string): string =>
  consoleUrl(config, `/join/opt-out#${encodeURIComponent(token)}`);

export const optOutLink = (config: Config, address: string): string =>
  optOutPage(config, tokenOf(config, address));

/** Where a mail program declines with one click (RFC 8058). */
export const oneClickLink = (config: Config, address: string): string =>
  consoleUrl(config, `/api/v1/mails/unsubscribe/${tokenOf(config, address)}`);

/** The address of a link, as its hash: the token itself names nobody. */
export function readOptOutToken(config: Config, token: string): string {
  const [, hash, signed] = /^([0-9a-f]{64})\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (!hash || !signed || !equalHash(signed, signature(config, hash)))
    throw new RowcastError('OPT_OUT_LINK_INVALID');
  return hash;
}
