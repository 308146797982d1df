import { createHash } from 'node:crypto';
import type { ChecksumRecord } from '@rowcast/contracts';
import type { ByteRange } from './interface.ts';

/** An object that is not what its record says. */
export class Mismatch extends Error {
  readonly key: string;

  constructor(key: string, problem: string) {
    super(`${key}: ${problem}`);
    this.name = 'Mismatch';
    this.key = key;
  }
}

/** The chunks that contain these bytes, as a range of bytes. */
export function chunksAround({ size, chunkBytes }: ChecksumRecord, { start, end }: ByteRange): ByteRange {
  const first = Math.floor(start / chunkBytes) * chunkBytes;
  return { start: first, end: Math.min(Math.ceil(end / chunkBytes) * chunkBytes, size) };
}

/**
 * The chunks of a stream that begins at the chunk at `start`. Each is held back until its hash is verified, so
 * that memory is bounded by one chunk and no damaged byte leaves.
 */
export async function* checkedChunks(
  record: ChecksumRecord,
  content: AsyncIterable<Buffer>,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  const { key, chunkBytes, sha256 } = record;
  let chunk = start / chunkBytes;
  let pieces: Buffer[] = [];
  let held = 0;
  let position = start;
  const check = (): Buffer => {
    const whole = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces, held);
    if (createHash('sha256').update(whole).digest('hex') !== sha256[chunk])
      throw new Mismatch(key, `bytes from ${chunk * chunkBytes} have changed`);
    chunk += 1;
    pieces = [];
    held = 0;
    return whole;
  };
  for await (const piece of content) {
    if (position + piece.length > end) throw new Mismatch(key, `has more than ${record.size} bytes`);
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + chunkBytes - held);
      pieces.push(part);
      held += part.length;
      position += part.length;
      at += part.length;
      if (held === chunkBytes || position === end) yield check();
    }
  }
  if (position < end) throw new Mismatch(key, `ends after ${position} of ${record.size} bytes`);
}
