import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLocalLimiter } from '../../src/predict/limits/local-limiter.ts';

const second = 1_000_000;
/** Three calls in three seconds with the key, five in fifty with the API. */
const limits = {
  policies: [
    { name: 'key' as const, quota: 3, window: 3 },
    { name: 'api' as const, quota: 5, window: 50 },
  ],
  header: '',
  tag: '',
  keys: ['key', 'api'],
  args: [],
  intervals: [second, 10 * second],
  month: null,
  until: Number.POSITIVE_INFINITY,
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('without Redis a process lets through as many calls as each limit says, and none more', () => {
  const answer = createLocalLimiter();
  const refusedBy = () => answer(limits)[0];
  expect([refusedBy(), refusedBy(), refusedBy()]).toEqual([0, 0, 0]);
  expect(answer(limits)).toEqual([1, second]);
  vi.advanceTimersByTime(999);
  expect(refusedBy()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(refusedBy()).toBe(0);
  vi.advanceTimersByTime(3_000);
  expect([refusedBy(), refusedBy()]).toEqual([0, 2]);
});

test('a call that one limit refuses is counted by none', () => {
  const answer = createLocalLimiter();
  const apiAlone = { ...limits, policies: limits.policies.slice(1), keys: ['api'], intervals: [10 * second] };
  for (let call = 0; call < 20; call += 1) answer(limits);
  expect([answer(apiAlone)[0], answer(apiAlone)[0], answer(apiAlone)[0]]).toEqual([0, 0, 1]);
});
