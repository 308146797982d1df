import { Client } from 'undici';

export interface Load {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  failed: number;
}

/** So many connections, each with one request under way at a time, for so many seconds; each request as the next caller. */
export async function load(
  origin: string,
  paths: readonly string[],
  callers: readonly Record<string, string>[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const times: number[] = [];
  let failed = 0;
  let next = 0;
  const begun = performance.now();
  const connect = async () => {
    const client = new Client(origin, { pipelining: 1 });
    while (performance.now() < begun + seconds * 1000) {
      const turn = next++;
      const path = paths[turn % paths.length] ?? '/';
      const sent = performance.now();
      const { statusCode, body } = await client.request({
        method: 'GET',
        path,
        headers: callers[turn % callers.length] ?? {},
      });
      await body.dump();
      if (statusCode === 200) times.push(performance.now() - sent);
      else failed += 1;
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: connections }, connect));
  const elapsed = (performance.now() - begun) / 1000;
  times.sort((a, b) => a - b);
  const quantile = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  return { requestsPerSecond: times.length / elapsed, p50Ms: quantile(0.5), p99Ms: quantile(0.99), failed };
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
