import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

export type Target = { origin: string; path: string; headers: Record<string, string> };

export type Load = {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  requests: number;
  failed: number;
  /** In rising order; empty unless they were asked for. */
  timesMs: readonly number[];
};

export type LoadOrder = {
  target: Target;
  bodies: readonly string[];
  connections: number;
  seconds: number;
  perSecond?: number | undefined;
  keepTimes?: boolean | undefined;
};

export const quantile = (rising: readonly number[], share: number) =>
  rising[Math.floor(rising.length * share)] ?? Number.NaN;

let generator: ChildProcess | undefined;
let asked = 0;
let underWay = 0;

/** Where this process has createMicroBatch much, its garbage collections last 20 ms, and would be measured as the server's. */
function start(): ChildProcess {
  const started = fork(join(import.meta.dirname, 'generator.ts'));
  started.setMaxListeners(0);
  started.unref();
  return started;
}

/** Requests for so many seconds, from a process of their own. */
export function load(
  target: Target,
  bodies: readonly string[],
  connections: number,
  seconds: number,
  more: Pick<LoadOrder, 'perSecond' | 'keepTimes'> = {},
): Promise<Load> {
  generator ??= start();
  const from = generator;
  const id = ++asked;
  const order: LoadOrder = { target, bodies, connections, seconds, ...more };
  return new Promise((resolve, reject) => {
    const receive = (reported: { id: number; found: Load }) => {
      if (reported.id !== id) return;
      stop();
      resolve(reported.found);
    };
    const fail = () => {
      stop();
      reject(new Error('the load generator ended'));
    };
    const stop = () => {
      from.off('message', receive).off('exit', fail);
      if (--underWay === 0) from.channel?.unref();
    };
    if (++underWay === 1) from.channel?.ref();
    from.on('message', receive).once('exit', fail).send({ id, order });
  });
}
