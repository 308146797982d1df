// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from './refetch-interval.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('throttle runs at once, once per pause, and after the last call', () => {
  const done: number[] = [];
  const tell = throttle((what: number) => done.push(what), 1000);
  for (const what of [1, 2, 3]) tell(what);
  expect(done).toEqual([1]);
  vi.advanceTimersByTime(1000);
  expect(done).toEqual([1, 3]);
  vi.advanceTimersByTime(5000);
  expect(done).toEqual([1, 3]);
  tell(4);
  expect(done).toEqual([1, 3, 4]);
});
