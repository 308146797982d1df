import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BusyPoll } from '../../src/platform/model-server/busy-poll.ts';

const quickMs = 0.3;
const slowMs = 2;
const keptMs = 0.8;

/** A clock that stands still unless it is moved, and calls by it. */
function polled(microseconds = 1_000) {
  const clock = { now: 100 };
  const poll = new BusyPoll(microseconds, () => clock.now);
  /** Whether it was awake when a question was answered. */
  async function ask(answeredAfterMs: number): Promise<boolean> {
    poll.begin();
    for (let step = 0; step < 10; step++) {
      clock.now += answeredAfterMs / 10;
      await turn();
    }
    const wasAwake = poll.isPolling;
    poll.end();
    await turn();
    expect(poll.isPolling).toBe(false);
    return wasAwake;
  }
  return { clock, poll, ask };
}

test('an answer is waited for awake where the last one came quickly, and not for longer', async () => {
  const { clock, poll, ask } = polled();
  expect([await ask(quickMs), await ask(quickMs), await ask(slowMs)]).toEqual([false, true, false]);
  expect([await ask(quickMs), await ask(quickMs)]).toEqual([false, true]);
  poll.begin();
  for (const expected of [true, true, false]) {
    clock.now += 0.4;
    await turn();
    expect(poll.isPolling).toBe(expected);
  }
});

test('several questions at once, and 0 microseconds, let it sleep', async () => {
  const { poll, ask } = polled();
  await ask(quickMs);
  poll.begin();
  poll.begin();
  await turn();
  expect(poll.isPolling).toBe(false);
  const never = polled(0);
  for (let call = 0; call < 3; call++) expect(await never.ask(quickMs)).toBe(false);
});

test('it rests longer each time that others had the processor', async () => {
  const { clock, poll, ask } = polled();
  async function kept(): Promise<number> {
    poll.begin();
    clock.now += keptMs;
    await turn();
    expect(poll.isPolling).toBe(false);
    poll.end();
    let calls = 1;
    while (!(await ask(quickMs))) calls += 1;
    return calls;
  }
  await ask(quickMs);
  expect(await ask(quickMs)).toBe(true);
  const rests = [await kept(), await kept(), await kept()];
  expect(rests).toEqual([...new Set(rests)].sort((a, b) => a - b));
  clock.now += 100;
  await ask(quickMs);
  expect(await kept()).toBeLessThan(rests[1] ?? 0);
});
