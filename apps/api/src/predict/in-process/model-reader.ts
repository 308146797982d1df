import { Worker } from 'node:worker_threads';
import type { Reading } from './reading-thread.ts';

const thread = new URL('./reading-thread.ts', import.meta.url);

export interface ModelReader {
  /** Reads one model after the other, beside all that goes on in the process. */
  read(content: Uint8Array<ArrayBuffer>): Promise<Reading>;
  close(): Promise<void>;
}

/** The thread begins with the first model, and ends by itself where reading goes wrong altogether. */
export function openModelReader(): ModelReader {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();

  function started(): Worker {
    if (worker) return worker;
    const begun = new Worker(thread);
    begun.unref();
    // Told to whoever waits for a reading.
    begun.on('error', () => undefined);
    begun.once('exit', () => {
      if (worker === begun) worker = null;
    });
    worker = begun;
    return begun;
  }

  function readNow(content: Uint8Array<ArrayBuffer>): Promise<Reading> {
    const reader = started();
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error('the reading thread ended'));
      const settle = () => reader.off('message', done).off('error', reject).off('exit', ended);
      const done = (reading: Reading) => {
        settle();
        resolve(reading);
      };
      reader.once('message', done).once('error', reject).once('exit', ended);
      reader.postMessage(content, [content.buffer]);
    });
  }

  return {
    read(content) {
      const reading = last.then(
        () => readNow(content),
        () => readNow(content),
      );
      last = reading;
      return reading;
    },
    async close() {
      await worker?.terminate();
    },
  };
}
