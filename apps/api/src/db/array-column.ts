/** Types of elements, by Postgres's own numbers for them. */
const elementTypes = { text: 25, int4: 23, float4: 700, timestamptz: 1184 } as const;

export type ElementType = keyof typeof elementTypes;
export type Element = string | Buffer | number | Date | null | undefined;

const headerBytes = 20;
const startBytes = 1024;
/** Bytes of UTF-8 that a character of a string takes at most. */
const mostBytesOfCharacter = 3;
/** Postgres counts time from the year 2000, in microseconds. */
const epochMs = Date.UTC(2000, 0, 1);
const highUnit = 2 ** 32;

/**
 * One column of many rows in the binary form in which Postgres takes an array, built element by element outside of
 * V8's heap. Text may be given as its bytes, which have to be UTF-8 without NUL.
 */
export class ArrayColumn {
  readonly #type: ElementType;
  #memory = Buffer.allocUnsafeSlow(startBytes);
  #end = headerBytes;
  #count = 0;
  #hasNull = false;

  constructor(type: ElementType) {
    this.#type = type;
  }

  get bytes(): number {
    return this.#end;
  }

  clear(): void {
    this.#end = headerBytes;
    this.#count = 0;
    this.#hasNull = false;
  }

  add(value: Element): void {
    this.#count += 1;
    if (value === null || value === undefined) this.#addNull();
    else if (typeof value === 'string') this.#addText(value);
    else if (Buffer.isBuffer(value)) this.#addBytes(value);
    else if (typeof value === 'number') this.#addNumber(value);
    else this.#addTime(value.getTime());
  }

  /** The bytes of the array, good until the next change. */
  array(): Buffer {
    const memory = this.#memory;
    memory.writeInt32BE(this.#count > 0 ? 1 : 0, 0);
    memory.writeInt32BE(this.#hasNull ? 1 : 0, 4);
    memory.writeInt32BE(elementTypes[this.#type], 8);
    memory.writeInt32BE(this.#count, 12);
    memory.writeInt32BE(1, 16);
    return memory.subarray(0, this.#count > 0 ? this.#end : 12);
  }

  #room(bytes: number): Buffer {
    const needed = this.#end + 4 + bytes;
    if (needed > this.#memory.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, this.#memory.length * 2));
      this.#memory.copy(larger, 0, 0, this.#end);
      this.#memory = larger;
    }
    return this.#memory;
  }

  #addNull(): void {
    this.#end = this.#room(0).writeInt32BE(-1, this.#end);
    this.#hasNull = true;
  }

  #addText(text: string): void {
    const memory = this.#room(text.length * mostBytesOfCharacter);
    const bytes = memory.write(text, this.#end + 4);
    this.#end = memory.writeInt32BE(bytes, this.#end) + bytes;
  }

  #addBytes(bytes: Buffer): void {
    const memory = this.#room(bytes.length);
    bytes.copy(memory, memory.writeInt32BE(bytes.length, this.#end));
    this.#end += 4 + bytes.length;
  }

  #addNumber(value: number): void {
    const memory = this.#room(4);
    const at = memory.writeInt32BE(4, this.#end);
    this.#end = this.#type === 'int4' ? memory.writeInt32BE(value, at) : memory.writeFloatBE(value, at);
  }

  #addTime(milliseconds: number): void {
    const memory = this.#room(8);
    const microseconds = (milliseconds - epochMs) * 1000;
    const high = Math.floor(microseconds / highUnit);
    const at = memory.writeInt32BE(high, memory.writeInt32BE(8, this.#end));
    this.#end = memory.writeUInt32BE(microseconds - high * highUnit, at);
  }
}
