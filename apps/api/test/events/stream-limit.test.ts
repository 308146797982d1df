import { expect, test } from 'vitest';
import { streamLimit } from '../../src/features/events/stream-limit.ts';

/** A stream whose reader takes nothing more: it is ended at once, and closes when the test says so. */
function stalled() {
  const listeners: (() => void)[] = [];
  const sink = {
    ends: 0,
    lastEventId: undefined,
    send() {},
    comment() {},
    end() {
      sink.ends += 1;
    },
    onClose(listener: () => void) {
      listeners.push(listener);
    },
  };
  return {
    sink,
    close: () => {
      for (const each of listeners) each();
    },
  };
}

const asha = { userId: 'usr_1', sessionId: 'ses_1' };

test('a stream that is ended and does not close makes room once, and the next one after it', () => {
  const limit = streamLimit();
  const streams = Array.from({ length: 12 }, stalled);
  for (const { sink } of streams) limit(asha, sink);
  expect(streams.map(({ sink }) => sink.ends)).toEqual([1, 1, ...Array(10).fill(0)]);
});

test('one that closes after all others of its session lets none of the later ones go uncounted', () => {
  const limit = streamLimit();
  const late = stalled();
  const others = Array.from({ length: 10 }, stalled);
  for (const { sink } of [late, ...others]) limit(asha, sink);
  for (const { close } of others) close();
  const first = stalled();
  limit(asha, first.sink);
  late.close();
  for (let count = 0; count < 10; count += 1) limit(asha, stalled().sink);
  expect(first.sink.ends).toBe(1);
});

test('the sessions of a person share twenty streams, and leave those of others open', () => {
  const limit = streamLimit();
  const other = stalled();
  limit({ userId: 'usr_2', sessionId: 'ses_other' }, other.sink);
  const streams = Array.from({ length: 60 }, stalled);
  for (const [at, { sink }] of streams.entries())
    limit({ userId: 'usr_1', sessionId: `ses_${at % 30}` }, sink);
  expect(streams.map(({ sink }) => Math.min(sink.ends, 1))).toEqual([
    ...Array(40).fill(1),
    ...Array(20).fill(0),
  ]);
  expect(other.sink.ends).toBe(0);
});

test('a stream that was closed makes room for the next one of its person', () => {
  const limit = streamLimit();
  const streams = Array.from({ length: 20 }, stalled);
  for (const [at, { sink }] of streams.entries()) limit({ userId: 'usr_1', sessionId: `ses_${at}` }, sink);
  streams[5]?.close();
  limit({ userId: 'usr_1', sessionId: 'ses_new' }, stalled().sink);
  expect(streams.every(({ sink }) => sink.ends === 0)).toBe(true);
});
