import { setTimeout as sleep } from 'node:timers/promises';

export type Running = { pid: number; exited: Promise<string>; stop(): Promise<void> };

export type Kept = {
  name: string;
  pid(): number | undefined;
  restarts(): number;
  /** From now on it is not started again. */
  letGo(): void;
  stop(): Promise<void>;
};

export type KeepOptions = {
  say(sentence: string): void;
  started(pid: number): void;
  firstDelayMs?: number;
  longestDelayMs?: number;
  stableMs?: number;
};

/** Launches a process and launches it again, each time after a longer wait, whenever it ends unasked. */
export async function keepRunning(
  name: string,
  launch: () => Promise<Running>,
  options: KeepOptions,
): Promise<Kept> {
  const { firstDelayMs = 500, longestDelayMs = 30_000, stableMs = 60_000 } = options;
  const stopping = new AbortController();
  let running: Running | undefined;
  let restarts = 0;
  let failures = 0;

  const start = async () => {
    running = await launch();
    options.started(running.pid);
  };
  await start().catch(async (error) => {
    await running?.stop();
    throw error;
  });

  const watch = async () => {
    while (!stopping.signal.aborted) {
      const since = Date.now();
      const how = await running?.exited;
      running = undefined;
      if (stopping.signal.aborted) return;
      failures = Date.now() - since > stableMs ? 1 : failures + 1;
      const delay = Math.min(firstDelayMs * 2 ** (failures - 1), longestDelayMs);
      options.say(
        `${name} ended unexpectedly (${how ?? 'could not start'}); starting it again in ${delay / 1000} s`,
      );
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      restarts++;
      await start().catch((error: Error) => options.say(`${name} could not be started: ${error.message}`));
    }
  };
  const watching = watch();

  return {
    name,
    pid: () => running?.pid,
    restarts: () => restarts,
    letGo: () => stopping.abort(),
    async stop() {
      stopping.abort();
      await running?.stop();
      await watching;
      // One that was being launched as the stop came is running only now.
      await running?.stop();
    },
  };
}
