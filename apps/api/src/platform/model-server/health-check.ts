import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';

/** Well below what servers and proxies keep an idle connection for. */
const heartbeatMs = 20_000;
const retryMs = 1_000;
const patienceMs = 2_000;

/** Says each time that the server has come or gone, as soon as it has: the connection held to it ends with it. */
export function watchHealth(url: string, changed: () => void): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  let isThere: boolean | undefined;

  const set = (next: boolean) => {
    const before = isThere;
    isThere = next;
    if (before === !next && !signal.aborted) changed();
  };

  async function holdConnection(): Promise<void> {
    // A connection that was never made says no `disconnect`: what listens for it must end with the attempt.
    const over = new AbortController();
    const either = { signal: over.signal };
    signal.addEventListener('abort', () => over.abort(), either);
    const client = new Client(url, {
      connect: { timeout: patienceMs },
      headersTimeout: patienceMs,
      keepAliveTimeout: 2 * heartbeatMs,
    });
    const ended = once(client, 'disconnect', either).then(() => false);
    ended.catch(() => {});
    try {
      do {
        const { body } = await client.request({ method: 'GET', path: '/health/live', ...either });
        await body.dump();
        set(true);
      } while (await Promise.race([ended, sleep(heartbeatMs, true, { ...either, ref: false })]));
    } finally {
      over.abort();
      await client.destroy();
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await holdConnection().catch(() => {});
      set(false);
      await sleep(retryMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }
  void run();
  return () => stopped.abort();
}
