import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sha256 } from './encryption.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = /^(rc_live_[0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** CRC-32 as six base62 digits: detects a mistyped key without a look-up. */
function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let place = 0; place < 6; place++) {
    text = digits.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** 32 base62 digits are 190 random bits. */
export function newApiKey(): { key: string; prefix: string; hash: string } {
  const random = Array.from({ length: 32 }, () => digits.charAt(randomInt(62))).join('');
  const body = `rc_live_${random}`;
  const key = body + checksum(body);
  return { key, prefix: key.slice(0, 12), hash: sha256(key) };
}

/** The hash under which a key is stored; null when no key of ours looks like this. */
export function apiKeyHash(key: string): string | null {
  const [, body, sum] = shape.exec(key) ?? [];
  return body && sum === checksum(body) ? sha256(key) : null;
}
