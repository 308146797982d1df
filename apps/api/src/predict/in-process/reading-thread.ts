import { parentPort } from 'node:worker_threads';
import { NotRunnable } from './graph/program.ts';
import type { ReadModel } from './light-model.ts';
import { arraysOf, readModel } from './read-model.ts';

/** What was read, or why it was not. */
export type Reading = { model: ReadModel } | { why: string; isFault: boolean };

function read(content: Uint8Array): Reading {
  try {
    return { model: readModel(content) };
  } catch (error) {
    return { why: String(error), isFault: !(error instanceof NotRunnable) };
  }
}

parentPort?.on('message', (content: Uint8Array) => {
  const reading = read(content);
  const buffers = 'model' in reading ? arraysOf(reading.model.program).map(({ buffer }) => buffer) : [];
  parentPort?.postMessage(reading, [...new Set(buffers)] as ArrayBuffer[]);
});
