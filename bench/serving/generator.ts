import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Dispatcher } from 'undici';
import { type Load, type LoadOrder, quantile } from './load.ts';

/**
 * So many connections, each with one request under way at a time, for so many seconds. With a rate, requests have
 * times of their own, and what waits for its turn on a connection counts as waiting.
 */
async function generate({
  target,
  bodies,
  connections,
  seconds,
  perSecond,
  keepTimes,
}: LoadOrder): Promise<Load> {
  const { origin, path, headers } = target;
  const times: number[] = [];
  let failed = 0;
  const begun = performance.now();
  const end = begun + seconds * 1000;
  const connect = async (first: number) => {
    const client = new Client(origin, { pipelining: 1 });
    for (let next = first; performance.now() < end; next += connections) {
      const due = perSecond ? begun + (next / perSecond) * 1000 : 0;
      const early = due - performance.now();
      if (early > 0) await sleep(early);
      const sent = due || performance.now();
      const body = bodies[next % bodies.length] ?? '';
      if (await isAnswered(client, { method: 'POST', path, headers, body })) {
        times.push(performance.now() - sent);
      } else failed += 1;
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, at) => connect(at)));
  const elapsed = (performance.now() - begun) / 1000;
  times.sort((a, b) => a - b);
  return {
    requestsPerSecond: times.length / elapsed,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    requests: times.length,
    failed,
    timesMs: keepTimes ? times : [],
  };
}

/** Whether a request is answered with 200, to the last byte; without a stream for each answer. */
const isAnswered = (client: Client, request: Dispatcher.DispatchOptions): Promise<boolean> =>
  new Promise((resolve) => {
    let status = 0;
    client.dispatch(request, {
      onRequestStart() {},
      onResponseStart(_, statusCode) {
        status = statusCode;
      },
      onResponseData() {},
      onResponseEnd: () => resolve(status === 200),
      onResponseError: () => resolve(false),
    });
  });

process.on('message', async ({ id, order }: { id: number; order: LoadOrder }) => {
  process.send?.({ id, found: await generate(order) });
});
process.once('disconnect', () => process.exit());
