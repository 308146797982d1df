import { setTimeout as sleep } from 'node:timers/promises';
import { listensOn } from '../network/listeners.ts';
import type { Kept } from './keep-running.ts';

const limitMs = 120_000;
const hopelessAfter = 4;

export class NotReady extends Error {}

export type Wanted = {
  checks: string[];
  /** Which process has to listen where: a port that was free may be another program's by now, which answers as well. */
  ports: Readonly<Record<string, number>>;
  signal?: AbortSignal | undefined;
};

const isAlive = (kept: ReadonlyMap<string, Kept>) =>
  kept.get('api')?.pid() !== undefined && kept.get('api')?.restarts() === 0;

const robbedOf = (ports: Wanted['ports'], kept: ReadonlyMap<string, Kept>) =>
  Object.entries(ports).find(([name, port]) => !listensOn(kept.get(name)?.pid(), port));

/** Waits until the api calls itself and the given checks ready; gives up when a process keeps ending. */
export async function awaitReady(
  address: string,
  kept: ReadonlyMap<string, Kept>,
  wanted: Wanted,
): Promise<void> {
  let deadline = Date.now() + limitMs;
  let last = 'it does not answer';
  while (Date.now() < deadline) {
    wanted.signal?.throwIfAborted();
    const failing = [...kept.values()].find(({ restarts }) => restarts() >= hopelessAfter);
    if (failing) {
      throw new NotReady(
        `${failing.name} ended ${failing.restarts()} times and never became ready. Its last lines say why.`,
      );
    }
    try {
      const answer = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(5_000) });
      const body = (await answer.json()) as { checks?: Record<string, boolean> };
      const isReady = answer.ok && wanted.checks.every((name) => body.checks?.[name]);
      const robbed = isReady && robbedOf(wanted.ports, kept);
      if (isReady && !robbed) return;
      last = robbed
        ? `port ${robbed[1]}, which was free, is another program's by now and not that of the ${robbed[0]}`
        : `it answers ${answer.status}: ${JSON.stringify(body)}`;
    } catch (error) {
      const cause = (error as { cause?: NodeJS.ErrnoException }).cause;
      last = cause?.message ?? (error as Error).message;
      // It listens once the database is migrated; given up, that would begin from the start.
      if (cause?.code === 'ECONNREFUSED' && isAlive(kept)) deadline = Date.now() + limitMs;
    }
    await sleep(50);
  }
  throw new NotReady(`${address}/health/ready was not ready within ${limitMs / 1000} s: ${last}`);
}
