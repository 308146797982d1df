import { getEventListeners, once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { watchHealth } from '../../src/platform/model-server/health-check.ts';

const { AbortController: Plain } = globalThis;
afterEach(() => {
  globalThis.AbortController = Plain;
});

/** What is aborted when the watching stops is the first to be made. */
function madeSignals(): AbortSignal[] {
  const made: AbortSignal[] = [];
  globalThis.AbortController = class extends Plain {
    constructor() {
      super();
      made.push(this.signal);
    }
  };
  return made;
}

test('attempts that fail to reach a server leave no listener behind', async () => {
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  const { port } = gone.address() as AddressInfo;
  gone.close();
  await once(gone, 'close');
  const signals = madeSignals();
  const stop = watchHealth(`http://127.0.0.1:${port}`, () => {});
  const [watching = new AbortController().signal] = signals;
  const counts: number[] = [];
  // At most one attempt and the rest after it listen at a time.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await sleep(1_000);
    counts.push(getEventListeners(watching, 'abort').length);
  }
  stop();
  expect(Math.max(...counts)).toBeLessThanOrEqual(2);
});
