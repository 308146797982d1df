export type ColumnType = 'text' | 'bytea' | 'int4' | 'float4' | 'timestamptz';
export type Cell = string | Buffer | number | Date | null | undefined;

const startBytes = 16 * 1024;
/** The signature, flags and the length of an extension that there is not. */
const header = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const none = -1;
/** Bytes of UTF-8 that a character of a string takes at most. */
const maxBytesOfCharacter = 3;
/** Postgres counts time from the year 2000, in microseconds. */
const epochMs = Date.UTC(2000, 0, 1);
const highUnit = 2 ** 32;

/**
 * Rows in the binary form in which Postgres copies them into a table, built cell by cell outside of V8's heap. Text
 * may be given as its bytes, which have to be UTF-8 without NUL.
 */
export class CopyRows {
  #memory = Buffer.allocUnsafeSlow(startBytes);
  #end = header.copy(this.#memory);

  get bytes(): number {
    return this.#end - header.length;
  }

  clear(): void {
    this.#end = header.length;
  }

  /** Begins a row of so many cells. */
  begin(cells: number): void {
    this.#end = this.#room(0).writeInt16BE(cells, this.#end);
  }

  add(type: ColumnType, value: Cell): void {
    if (value === null || value === undefined) this.#end = this.#room(0).writeInt32BE(none, this.#end);
    else if (typeof value === 'string') this.#addText(value);
    else if (Buffer.isBuffer(value)) this.#addBytes(value);
    else if (typeof value === 'number') this.#addNumber(type, value);
    else this.#addTime(value.getTime());
  }

  /** All rows, good until the next change. */
  whole(): Buffer {
    const end = this.#room(0).writeInt16BE(none, this.#end);
    return this.#memory.subarray(0, end);
  }

  /** All rows with nothing in the cells after the first so many. */
  cut(kept: number): Buffer {
    const all = this.whole();
    const pieces = [all.subarray(0, header.length)];
    for (let at = header.length; at < this.#end; ) {
      const cells = all.readInt16BE(at);
      const from = at;
      at += 2;
      for (let cell = 0; cell < cells; cell += 1) {
        if (cell === kept) pieces.push(all.subarray(from, at));
        at += 4 + Math.max(0, all.readInt32BE(at));
      }
      pieces.push(Buffer.alloc(4 * (cells - kept), 0xff));
    }
    return Buffer.concat([...pieces, all.subarray(this.#end)]);
  }

  /** Room for so many bytes beside a length. */
  #room(bytes: number): Buffer {
    const needed = this.#end + 4 + bytes;
    if (needed > this.#memory.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#memory.length * 2));
      this.#memory.copy(larger, 0, 0, this.#end);
      this.#memory = larger;
    }
    return this.#memory;
  }

  #addText(text: string): void {
    const memory = this.#room(text.length * maxBytesOfCharacter);
    const bytes = memory.write(text, this.#end + 4);
    this.#end = memory.writeInt32BE(bytes, this.#end) + bytes;
  }

  #addBytes(bytes: Buffer): void {
    const memory = this.#room(bytes.length);
    bytes.copy(memory, memory.writeInt32BE(bytes.length, this.#end));
    this.#end += 4 + bytes.length;
  }

  #addNumber(type: ColumnType, value: number): void {
    const memory = this.#room(4);
    const at = memory.writeInt32BE(4, this.#end);
    this.#end = type === 'int4' ? memory.writeInt32BE(value, at) : memory.writeFloatBE(value, at);
  }

  #addTime(milliseconds: number): void {
    const memory = this.#room(8);
    const microseconds = (milliseconds - epochMs) * 1000;
    const high = Math.floor(microseconds / highUnit);
    const at = memory.writeInt32BE(high, memory.writeInt32BE(8, this.#end));
    this.#end = memory.writeUInt32BE(microseconds - high * highUnit, at);
  }
}
