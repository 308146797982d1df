import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

const aesKey = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'rowcast/at-rest', 32));

/** AES-256-GCM as base64 of nonce, tag and ciphertext. */
export function encrypt(plain: string, secret: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', aesKey(secret), nonce);
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

export function decrypt(sealed: string, secret: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', aesKey(secret), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

export const sha256 = (text: string | Buffer): string => hash('sha256', text);

/** Keyed, so that a copy of the database is of no use without the key. */
export const keyedHash = (text: string, key: string): string =>
  createHmac('sha256', key).update(text).digest('hex');

export function equalHash(left: string, right: string): boolean {
  const a = Buffer.from(left, 'hex');
  const b = Buffer.from(right, 'hex');
  return a.length === b.length && timingSafeEqual(a, b);
}
