import { parentPort } from 'node:worker_threads';
import { transferList, UnsupportedModelError } from '@rowcast/onnx-trees';
import type { ReadModel } from './light-model.ts';
import { loadModel } from './load-model.ts';

/** What was read, or why it was not. */
export type Reading = { model: ReadModel } | { why: string; isFault: boolean };

function read(content: Uint8Array): Reading {
  try {
    return { model: loadModel(content) };
  } catch (error) {
    return { why: String(error), isFault: !(error instanceof UnsupportedModelError) };
  }
}

parentPort?.on('message', (content: Uint8Array) => {
  const reading = read(content);
  parentPort?.postMessage(reading, 'model' in reading ? transferList(reading.model.program) : []);
});
