import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

interface Key {
  /** A key object: a cipher made from bytes takes eight times as long. */
  key: KeyObject;
  /** Names the key and reveals nothing about it. */
  id: Buffer;
}
const keys = new Map<string, Key>();

function keyOf(secret: string): Key {
  const known = keys.get(secret);
  if (known) return known;
  const derive = (info: string) => Buffer.from(hkdfSync('sha256', secret, '', info, 32));
  const key = { key: createSecretKey(derive('rowcast/at-rest')), id: derive('rowcast/key-id') };
  keys.set(secret, key);
  return key;
}
export const keyIdOf = (secret: string): Buffer => keyOf(secret).id;

/** AES-256-GCM as nonce, tag and ciphertext. */
export function encryptBytes(plain: Buffer, secret: string): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret).key, nonce);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

export function decryptBytes(bytes: Buffer, secret: string): Buffer {
  const options = { authTagLength: 16 };
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret).key, bytes.subarray(0, 12), options);
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
}

/** The same in base64. */
export const encrypt = (plain: string, secret: string): string =>
  encryptBytes(Buffer.from(plain), secret).toString('base64');

export const decrypt = (sealed: string, secret: string): string =>
  decryptBytes(Buffer.from(sealed, 'base64'), secret).toString('utf8');

export const sha256 = (text: string | Buffer): string => hash('sha256', text);

/** Keyed, so that a copy of the database is of no use without the key. */
export const keyedHash = (text: string, key: string): string =>
  createHmac('sha256', key).update(text).digest('hex');

export function equalHash(left: string, right: string): boolean {
  const a = Buffer.from(left, 'hex');
  const b = Buffer.from(right, 'hex');
  return a.length === b.length && timingSafeEqual(a, b);
}
