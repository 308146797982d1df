import type { Call } from './call-log.repository.ts';

const mostCalls = 2_000;
const batchBytes = 1024 * 1024;
/** Bytes of UTF-8 that a character of a string takes at most. */
const mostBytesOfCharacter = 3;
const mostSpare = 4;
const [open, comma, close] = Buffer.from('[,]');

/** Calls as one JSON text. */
export interface CallBatch {
  readonly calls: number;
  /** APIs that were called, with their workspaces. */
  readonly apis: ReadonlyMap<string, string>;
  json(): Buffer;
}

class Batch implements CallBatch {
  calls = 0;
  bytes = 0;
  isSealed = false;
  readonly apis = new Map<string, string>();
  readonly memory: Buffer;

  constructor(memory: Buffer) {
    this.memory = memory;
  }

  takes(text: string): boolean {
    const room = this.memory.length - this.bytes - 2;
    return !this.isSealed && this.calls < mostCalls && text.length * mostBytesOfCharacter <= room;
  }

  add({ apiId, workspaceId }: Call, text: string): void {
    this.memory[this.bytes] = this.calls === 0 ? (open as number) : (comma as number);
    this.bytes += 1 + this.memory.write(text, this.bytes + 1);
    this.calls += 1;
    this.apis.set(apiId, workspaceId);
  }

  json(): Buffer {
    this.isSealed = true;
    this.memory[this.bytes] = close as number;
    return this.memory.subarray(0, this.bytes + 1);
  }
}

/**
 * Calls that wait to be written, outside of the heap: as objects, the garbage collector would copy all of them again
 * and again, and the process would stand still for it.
 */
export function callBatches() {
  const batches: Batch[] = [];
  const spare: Buffer[] = [];
  let calls = 0;
  let bytes = 0;

  function roomFor(text: string): Batch {
    const last = batches.at(-1);
    if (last?.takes(text)) return last;
    const needed = text.length * mostBytesOfCharacter + 2;
    const memory = needed > batchBytes ? Buffer.allocUnsafeSlow(needed) : spare.pop();
    const batch = new Batch(memory ?? Buffer.allocUnsafeSlow(batchBytes));
    batches.push(batch);
    return batch;
  }

  return {
    get calls() {
      return calls;
    },
    get bytes() {
      return bytes;
    },
    add(call: Call): void {
      const text = JSON.stringify(call);
      const batch = roomFor(text);
      const before = batch.bytes;
      batch.add(call, text);
      calls += 1;
      bytes += batch.bytes - before;
    },
    /** The oldest calls, to which none are added from now on; they stay until they are done. */
    first: (): CallBatch | undefined => batches[0],
    done(): void {
      const batch = batches.shift();
      if (!batch) return;
      calls -= batch.calls;
      bytes -= batch.bytes;
      if (batch.memory.length === batchBytes && spare.length < mostSpare) spare.push(batch.memory);
    },
  };
}
