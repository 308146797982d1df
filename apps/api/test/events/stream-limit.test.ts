import { expect, test } from 'vitest';
import { streamLimit } from '../../src/features/events/stream-limit.ts';

/** A stream whose reader takes nothing more: it is ended at once, and closes when the test says so. */
function stalled() {
  let close = () => {};
  const sink = {
    ends: 0,
    lastEventId: undefined,
    send() {},
    comment() {},
    end() {
      sink.ends += 1;
    },
    onClose(listener: () => void) {
      close = listener;
    },
  };
  return { sink, close: () => close() };
}

test('a stream that is ended and does not close makes room once, and the next one after it', () => {
  const limit = streamLimit();
  const streams = Array.from({ length: 12 }, stalled);
  for (const { sink } of streams) limit('ses_1', sink);
  expect(streams.map(({ sink }) => sink.ends)).toEqual([1, 1, ...Array(10).fill(0)]);
});

test('one that closes after all others of its session lets none of the later ones go uncounted', () => {
  const limit = streamLimit();
  const late = stalled();
  const others = Array.from({ length: 10 }, stalled);
  for (const { sink } of [late, ...others]) limit('ses_1', sink);
  for (const { close } of others) close();
  const first = stalled();
  limit('ses_1', first.sink);
  late.close();
  for (let count = 0; count < 10; count += 1) limit('ses_1', stalled().sink);
  expect(first.sink.ends).toBe(1);
});
