import { CallBatch } from './call-batch.ts';
import type { Call } from './logged-call.ts';

const maxCalls = 2_000;
const maxBytes = 1024 * 1024;
const maxSpare = 4;

/**
 * Buffers calls outside of the JavaScript heap. As objects, garbage collection would copy them repeatedly and pause the
 * process.
 */
export function createCallBuffer() {
  const batches: CallBatch[] = [];
  const spare: CallBatch[] = [];
  let calls = 0;
  let bytes = 0;

  function open(): CallBatch {
    const last = batches.at(-1);
    if (last && !last.isSealed && last.calls < maxCalls && last.bytes < maxBytes) return last;
    const batch = spare.pop() ?? new CallBatch();
    batches.push(batch);
    return batch;
  }

  return {
    get count() {
      return batches.length;
    },
    get calls() {
      return calls;
    },
    get bytes() {
      return bytes;
    },
    add(call: Call): void {
      const batch = open();
      const before = batch.bytes;
      batch.add(call);
      calls += 1;
      bytes += batch.bytes - before;
    },
    /** The oldest batch, closed for new calls. It stays until `done`. */
    first(): CallBatch | undefined {
      const [batch] = batches;
      if (batch) batch.isSealed = true;
      return batch;
    },
    done(): void {
      const batch = batches.shift();
      if (!batch) return;
      calls -= batch.calls;
      bytes -= batch.bytes;
      if (spare.length >= maxSpare) return;
      batch.clear();
      spare.push(batch);
    },
  };
}
