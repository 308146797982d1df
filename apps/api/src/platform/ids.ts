import { randomFillSync } from 'node:crypto';
import { type IdKind, idPrefixes } from '@rowcast/contracts';

/** Random bytes are fetched for many ids at once: one by one they would cost more than all else of an id. */
const pool = Buffer.alloc(16 * 256);
let used = pool.length;

/** A UUIDv7 (RFC 9562) as 32 hex digits: sorts by time of creation. */
export function uuidv7Hex(now = Date.now()): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const bytes = pool.subarray(used, used + 16);
  used += 16;
  bytes.writeUIntBE(now, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex');
}

export const newId = (kind: IdKind): string => `${idPrefixes[kind]}_${uuidv7Hex()}`;

/** Only for our own kinds of ids: callers choose request ids, which may look similar. */
const timed = new RegExp(`^(?:${Object.values(idPrefixes).join('|')})_([0-9a-f]{12})7[0-9a-f]*$`);

/** When an id was made, by the whole of it or its beginning, in milliseconds since 1970; null where it does not say. */
export function timeOfId(id: string): number | null {
  const [, time] = timed.exec(id) ?? [];
  return time ? Number.parseInt(time, 16) : null;
}
