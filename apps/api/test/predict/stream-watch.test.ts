import { RowcastError } from '@rowcast/contracts';
import { expect, test } from 'vitest';
import { CancellationToken } from '../../src/platform/model-server.ts';
import { watchStream } from '../../src/predict/streaming/stream-watchdog.ts';

const bounds = { tickMs: 10, minBytes: 100, minMs: 500, longestMs: 10_000 };
const admitted = async () => {};

/** How long a stream of so many bytes every 20 ms goes on, at most 1.5 s. */
async function lasting(bytes: number, given: Partial<typeof bounds>, admits = admitted) {
  const started = performance.now();
  const watch = watchStream(new CancellationToken(), admits, { ...bounds, ...given });
  const feed = setInterval(() => watch.moves(Buffer.alloc(bytes)), 20);
  await Promise.race([
    new Promise((resolve) => watch.signal.addEventListener('abort', resolve)),
    new Promise((resolve) => setTimeout(resolve, 1_500)),
  ]);
  clearInterval(feed);
  watch.end();
  const reason: unknown = watch.signal.reason;
  return { reason, milliseconds: performance.now() - started };
}

test('goes on while enough bytes move', async () => {
  expect((await lasting(100, { minMs: 1_000 })).reason).toBeUndefined();
});

test('ends when bytes trickle', async () => {
  const { reason, milliseconds } = await lasting(1, {});
  expect(reason).toMatchObject({ code: 'BODY_TIMEOUT' });
  expect(milliseconds).toBeLessThan(1_400);
});

test('ends after the longest time, however much moves', async () => {
  expect((await lasting(100, { longestMs: 300 })).reason).toMatchObject({ code: 'BODY_TIMEOUT' });
});

test('ends when its caller is no longer let in, not when that cannot be asked', async () => {
  const refusing = async () => {
    throw new RowcastError('API_KEY_INVALID');
  };
  const unable = async () => {
    throw new Error('Postgres is away');
  };
  expect((await lasting(100, {}, refusing)).reason).toMatchObject({ code: 'API_KEY_INVALID' });
  expect((await lasting(100, { minMs: 5_000 }, unable)).reason).toBeUndefined();
});

test('ends at once for a caller who left before it began', () => {
  const cancellation = new CancellationToken();
  const gone = new Error('gone');
  cancellation.cancel(gone);
  const watch = watchStream(cancellation, admitted, bounds);
  watch.end();
  expect(watch.signal.reason).toBe(gone);
});
