import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';

export type Target = { origin: string; path: string; headers: Record<string, string> };

export type Load = {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  requests: number;
  failed: number;
};

/**
 * So many connections, each with one request under way at a time, for so many seconds. With a rate, requests have
 * times of their own, and what waits for its turn on a connection counts as waiting.
 */
export async function load(
  { origin, path, headers }: Target,
  bodies: readonly string[],
  connections: number,
  seconds: number,
  perSecond?: number,
): Promise<Load> {
  const times: number[] = [];
  let failed = 0;
  const begun = performance.now();
  const end = begun + seconds * 1000;
  const connect = async (first: number) => {
    const client = new Client(origin, { pipelining: 1 });
    for (let next = first; performance.now() < end; next += connections) {
      const due = perSecond ? begun + (next / perSecond) * 1000 : 0;
      if (due > performance.now()) await sleep(due - performance.now());
      const sent = due || performance.now();
      const body = bodies[next % bodies.length] ?? '';
      const good = await client.request({ method: 'POST', path, headers, body }).then(
        async (answer) => {
          await answer.body.dump();
          return answer.statusCode === 200;
        },
        () => false,
      );
      if (good) times.push(performance.now() - sent);
      else failed += 1;
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, at) => connect(at)));
  const elapsed = (performance.now() - begun) / 1000;
  times.sort((a, b) => a - b);
  const quantile = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return {
    requestsPerSecond: times.length / elapsed,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    requests: times.length,
    failed,
  };
}
