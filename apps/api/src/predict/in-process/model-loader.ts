import { Worker } from 'node:worker_threads';
import type { Reading } from './loader-thread.ts';

const patienceMs = 30_000;
const thread = new URL('./loader-thread.ts', import.meta.url);

export interface ModelLoader {
  /** Reads one model after the other, beside all that goes on in the process. */
  read(content: Uint8Array<ArrayBuffer>): Promise<Reading>;
  close(): Promise<void>;
}

/** The thread begins with the first model, and ends by itself where reading goes wrong altogether. */
export function createModelLoader(): ModelLoader {
  let worker: Worker | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let closed = false;

  function started(): Worker {
    if (worker) return worker;
    const begun = new Worker(thread);
    begun.unref();
    // Reported to the caller that waits for the model.
    begun.on('error', () => undefined);
    begun.once('exit', () => {
      if (worker === begun) worker = null;
    });
    worker = begun;
    return begun;
  }

  function readNow(content: Uint8Array<ArrayBuffer>): Promise<Reading> {
    if (closed) return Promise.reject(new Error('nothing is read any more'));
    const reader = started();
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => void reader.terminate(), patienceMs).unref();
      const settle = () => {
        clearTimeout(late);
        reader.off('message', done).off('error', failed).off('exit', failed);
      };
      const done = (reading: Reading) => {
        settle();
        resolve(reading);
      };
      const failed = (error: unknown) => {
        settle();
        reject(error instanceof Error ? error : new Error('the reading thread ended'));
      };
      reader.once('message', done).once('error', failed).once('exit', failed);
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
      closed = true;
      await worker?.terminate();
    },
  };
}
