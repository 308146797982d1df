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

/** Checksums of some content, without the key that it is stored under. */
export type Checksums = Omit<ChecksumRecord, 'key'>;

/** Hashes content piece by piece, its chunks and the whole. */
export class ContentHash {
  readonly #chunks: string[] = [];
  #size = 0;
  #chunk = createHash('sha256');
  /** Null within the first chunk, whose hash is that of the whole. */
  #whole: Hash | null = null;

  update(piece: Buffer): void {
    for (let at = 0; at < piece.length; ) {
      const filled = this.#size % checksumChunkBytes;
      if (this.#size > 0 && filled === 0) this.#startChunk();
      const part = piece.subarray(at, at + checksumChunkBytes - filled);
      this.#chunk.update(part);
      this.#whole?.update(part);
      this.#size += part.length;
      at += part.length;
    }
  }

  #startChunk(): void {
    this.#whole ??= this.#chunk.copy();
    this.#chunks.push(this.#chunk.digest('hex'));
    this.#chunk = createHash('sha256');
  }

  /** Call it once, after the last piece. */
  digest(): { sha256: string; checksums: Checksums } {
    const last = this.#chunk.digest('hex');
    const sha256 = this.#size > 0 ? [...this.#chunks, last] : [];
    const checksums = { size: this.#size, chunkBytes: checksumChunkBytes, sha256 };
    return { sha256: this.#whole?.digest('hex') ?? last, checksums };
  }
}

/** Hashes the content of an object as it is now. */
export async function recordOf(key: string, content: AsyncIterable<Buffer>): Promise<ChecksumRecord> {
  const hash = new ContentHash();
  for await (const piece of content) hash.update(piece);
  return { key, ...hash.digest().checksums };
}
