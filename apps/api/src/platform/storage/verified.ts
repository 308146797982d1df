import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ChecksumRecord, RowcastError } from '@rowcast/contracts';
import { checkedChunks, chunksAround, Mismatch } from './checked-chunks.ts';
import { parseRecord, recordKey, recordOf } from './checksum-record.ts';
import type { ByteRange, ObjectState, OpenObject, RawStorage, Storage } from './interface.ts';

/** Smaller objects are read once, into memory. */
const heldBytes = 4 * 1024 * 1024;
/** Up to here an object is verified as a whole before its first byte is sent; a larger one chunk by chunk. */
const verifiedFirstBytes = 64 * 1024 * 1024;

type Report = (mismatch: Mismatch) => void;

/** Verifies every byte that is read against the checksums recorded when the object was written. */
export function verifiedStorage(raw: RawStorage, report: Report): Storage {
  /** Null for objects that were written before checksums were recorded. */
  async function recordOfObject(key: string): Promise<ChecksumRecord | null> {
    const place = recordKey(key);
    const stored = await raw.find(place);
    if (stored === null) return null;
    const record = parseRecord(key, stored);
    if (!record) throw new Mismatch(key, `its checksum record ${place} is damaged`);
    return record;
  }

  async function writeRecord(record: ChecksumRecord): Promise<void> {
    const file = path.join(raw.stagingFolder, randomUUID());
    await writeFile(file, JSON.stringify(record), { mode: 0o600 });
    await raw.adopt(recordKey(record.key), file);
  }

  async function* checked(record: ChecksumRecord, range: ByteRange): AsyncGenerator<Buffer> {
    if (range.start >= range.end) return;
    const around = chunksAround(record, range);
    const content = await raw.read(record.key, around);
    let position = around.start;
    for await (const chunk of checkedChunks(record, content, around)) {
      yield chunk.subarray(Math.max(0, range.start - position), range.end - position);
      position += chunk.length;
    }
  }

  async function requireSize(record: ChecksumRecord): Promise<void> {
    const size = await raw.sizeOf(record.key);
    if (size !== record.size) throw new Mismatch(record.key, `has ${size} bytes instead of ${record.size}`);
  }

  async function verify(record: ChecksumRecord): Promise<void> {
    await requireSize(record);
    for await (const _ of checked(record, { start: 0, end: record.size }));
  }

  const damaged = (error: unknown): unknown => {
    if (!(error instanceof Mismatch)) return error;
    report(error);
    return new RowcastError('STORED_DATA_DAMAGED', { cause: error });
  };

  async function* reported(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      yield* content;
    } catch (error) {
      throw damaged(error);
    }
  }

  async function readVerified(record: ChecksumRecord): Promise<Readable> {
    const whole = { start: 0, end: record.size };
    if (record.size > heldBytes) return (await openVerified(record)).read(whole);
    await requireSize(record);
    const content = await buffer(Readable.from(checked(record, whole)));
    return Readable.from(content.length > 0 ? [content] : [], { objectMode: false });
  }

  async function openVerified(record: ChecksumRecord): Promise<OpenObject> {
    if (record.size <= verifiedFirstBytes) await verify(record);
    else await requireSize(record);
    const read = async (range: ByteRange) =>
      Readable.from(reported(checked(record, range)), { objectMode: false });
    return { sizeBytes: record.size, read };
  }

  const openUnrecorded = async (key: string): Promise<OpenObject> => ({
    sizeBytes: await raw.sizeOf(key),
    read: (range) => raw.read(key, range),
  });

  const { stagingFolder, exists, list } = raw;
  return {
    stagingFolder,
    exists,
    list,
    async adopt(key, localPath, known) {
      const record = known ? { key, ...known } : await recordOf(key, createReadStream(localPath));
      const place = recordKey(key);
      // A crash in between leaves an object without a record, which is tolerated; never a record of other content.
      if (await raw.exists(place)) await raw.removePrefix(place);
      await raw.adopt(key, localPath);
      await writeRecord(record);
    },
    async read(key) {
      try {
        const record = await recordOfObject(key);
        return record ? await readVerified(record) : await raw.read(key);
      } catch (error) {
        throw damaged(error);
      }
    },
    async open(key) {
      try {
        const record = await recordOfObject(key);
        return record ? await openVerified(record) : await openUnrecorded(key);
      } catch (error) {
        throw damaged(error);
      }
    },
    async removePrefix(prefix) {
      await raw.removePrefix(prefix);
      await raw.removePrefix(recordKey(prefix));
    },
    async verify(key): Promise<ObjectState> {
      try {
        const record = await recordOfObject(key);
        if (record) await verify(record);
        else await writeRecord(await recordOf(key, await raw.read(key)));
        return { state: record ? 'intact' : 'recorded' };
      } catch (error) {
        if (error instanceof Mismatch) return { state: 'damaged', problem: error.message };
        throw error;
      }
    },
  };
}
