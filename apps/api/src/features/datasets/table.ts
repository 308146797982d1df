import { buffer } from 'node:stream/consumers';
import { parquetMetadataAsync, parquetRead, parquetSchema } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import type { Storage } from '../../platform/storage/open-storage.ts';

export type Cell = string | number | bigint | boolean | Date | null | undefined;

export interface Table {
  columns: string[];
  rows: AsyncIterable<Cell[]>;
}

/** A day without a time is written as a day. */
export const asText = (value: Date): string =>
  value.toISOString().replace('T', ' ').replace('.000Z', '').replace('Z', '').replace(' 00:00:00', '');

/** Written at once: a date of JavaScript ends at milliseconds. */
function timeFromMicroseconds(micros: bigint): string {
  const rest = ((micros % 1000n) + 1000n) % 1000n;
  const date = new Date(Number((micros - rest) / 1000n));
  if (rest === 0n) return asText(date);
  return date.toISOString().replace('T', ' ').replace('Z', String(rest).padStart(3, '0'));
}

const parsers = { timestampFromMicroseconds: timeFromMicroseconds };

/** A table of the store, read one row group after the other. */
export async function openTable(storage: Storage, key: string): Promise<Table> {
  const { sizeBytes: byteLength, read } = await storage.open(key);
  const slice = async (start: number, end = byteLength) => {
    const bytes = await buffer(await read({ start, end }));
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  };
  const file = { byteLength, slice };
  const metadata = await parquetMetadataAsync(file);
  async function* rows() {
    let rowStart = 0;
    for (const { num_rows } of metadata.row_groups) {
      const rowEnd = rowStart + Number(num_rows);
      let group: Cell[][] = [];
      await parquetRead({
        file,
        metadata,
        compressors,
        parsers,
        rowStart,
        rowEnd,
        onComplete: (found) => {
          group = found as unknown as Cell[][];
        },
      });
      yield* group;
      rowStart = rowEnd;
    }
  }
  return { columns: parquetSchema(metadata).children.map(({ element }) => element.name), rows: rows() };
}
