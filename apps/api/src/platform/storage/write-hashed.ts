import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { RowcastError } from '@rowcast/contracts';
import { type Checksums, ContentHash } from './checksum-record.ts';

export interface WrittenFile {
  sizeBytes: number;
  sha256: string;
  /** For `Storage.adopt`, which then does not read the file again. */
  checksums: Checksums;
}

/** Writes to disk and hashes in one pass, so that a file is never held in memory, and breaks off where it is too large. */
export async function writeHashed(
  source: AsyncIterable<Buffer>,
  file: string,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<WrittenFile> {
  const hash = new ContentHash();
  let sizeBytes = 0;
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) throw new RowcastError('FILE_TOO_LARGE');
      hash.update(chunk);
      yield chunk;
    }
  };
  await pipeline(source, counted, createWriteStream(file, { mode: 0o600 }));
  return { sizeBytes, ...hash.digest() };
}
