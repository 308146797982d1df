// @vitest-environment node
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { nowAndThen } from './refetch-interval.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what is told often is acted on at once, once a pause, and after the last time', () => {
  const done: number[] = [];
  const tell = nowAndThen((what: number) => done.push(what), 1000);
  for (const what of [1, 2, 3]) tell(what);
  expect(done).toEqual([1]);
  vi.advanceTimersByTime(1000);
  expect(done).toEqual([1, 3]);
  vi.advanceTimersByTime(5000);
  expect(done).toEqual([1, 3]);
  tell(4);
  expect(done).toEqual([1, 3, 4]);
});
