import { createHash, type Hash } from 'node:crypto';
import { type ChecksumRecord, checksumChunkBytes, checksumFolder, checksumRecord } from '@rowcast/contracts';
import { checkKey } from './key.ts';

/** Where the record of an object is. */
export const recordKey = (key: string): string => `${checksumFolder}${checkKey(key)}`;

/** The record in a stored file; null if the file is no record of this object. */
export function parseRecord(key: string, stored: string): ChecksumRecord | null {
  try {
    const record = checksumRecord.parse(JSON.parse(stored));
    const chunks = Math.ceil(record.size / record.chunkBytes);
    return record.key === key && record.sha256.length === chunks ? record : null;
  } catch {
    return null;
  }
}

/** Hashes the content of an object as it is now. */
export async function recordOf(key: string, content: AsyncIterable<Buffer>): Promise<ChecksumRecord> {
  const sha256: string[] = [];
  let size = 0;
  let hash: Hash | null = null;
  for await (const piece of content) {
    for (let at = 0; at < piece.length; ) {
      const room = checksumChunkBytes - (size % checksumChunkBytes);
      const part = piece.subarray(at, at + room);
      hash ??= createHash('sha256');
      hash.update(part);
      size += part.length;
      at += part.length;
      if (size % checksumChunkBytes === 0) {
        sha256.push(hash.digest('hex'));
        hash = null;
      }
    }
  }
  if (hash) sha256.push(hash.digest('hex'));
  return { key, size, chunkBytes: checksumChunkBytes, sha256 };
}
