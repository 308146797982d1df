import { RowcastError } from '@rowcast/contracts';
import { decryptBytes, encryptBytes, keyIdOf } from '../../platform/security/encryption.ts';

const keyIdBytes = 4;

/** Encrypts a request body: the id of the key, then nonce, tag and ciphertext. */
export const sealInput = (input: string | Buffer, key: string): Buffer =>
  Buffer.concat([keyIdOf(key).subarray(0, keyIdBytes), encryptBytes(Buffer.from(input), key)]);

export function openInput(sealed: Buffer, key: string): Buffer {
  const isOfKey = sealed.subarray(0, keyIdBytes).equals(keyIdOf(key).subarray(0, keyIdBytes));
  if (!isOfKey) throw new RowcastError('INPUT_NOT_READABLE');
  try {
    return decryptBytes(sealed.subarray(keyIdBytes), key);
  } catch (error) {
    throw new RowcastError('INPUT_NOT_READABLE', { cause: error });
  }
}
