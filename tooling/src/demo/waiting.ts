import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelDetail, TableLint } from '@rowcast/contracts';
import { DemoError } from './client.ts';

const dayMs = 86_400_000;
const lintMs = 60_000;

/** What was found in a table, or its state after a minute. */
export async function linted(read: () => Promise<TableLint>): Promise<TableLint> {
  const deadline = Date.now() + lintMs;
  let state = await read();
  while (state.status === 'running' && Date.now() < deadline) {
    await sleep(300);
    state = await read();
  }
  return state;
}

type Progressing = {
  status: string;
  error: { code: string; message: string } | null;
  progress?: ModelDetail['progress'];
};

/** The first good state of a table or a model; throws the reason of a bad one. */
export async function settled<T extends Progressing>(
  read: () => Promise<T>,
  isGood: (state: T) => boolean,
  progress: (text: string) => void,
): Promise<T> {
  const deadline = Date.now() + dayMs;
  while (Date.now() < deadline) {
    const state = await read();
    if (isGood(state)) return state;
    if (state.error) throw new DemoError(`${state.error.message} [${state.error.code}]`);
    if (state.status === 'cancelled') throw new DemoError('The training was cancelled.');
    progress(
      state.progress
        ? `${state.progress.phase}, best so far: ${state.progress.best ?? 'none'}`
        : state.status,
    );
    await sleep(700);
  }
  throw new DemoError('The product worked on it for a whole day without an end.');
}
