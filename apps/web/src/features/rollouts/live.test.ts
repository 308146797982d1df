// @vitest-environment node
import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { statisticsRefetchMs } from '@/shared/lib/live/refetch-interval.ts';
import { rolloutKeys } from './keys.ts';
import { liveHandlers } from './live.ts';

const apiId = 'api_1';

beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());

test('throttles updates of metrics and differences', () => {
  const queries = new QueryClient();
  const keys = [rolloutKeys.list(apiId), rolloutKeys.differences('rol_1')];
  const areOld = () => keys.map((queryKey) => queries.getQueryState(queryKey)?.isInvalidated);
  const arrives = () => {
    for (const queryKey of keys) queries.setQueryData(queryKey, []);
  };
  const isCalled = () => liveHandlers['calls.logged']?.({ type: 'calls.logged', apiId }, queries);
  arrives();
  isCalled();
  expect(areOld()).toEqual([true, true]);
  arrives();
  isCalled();
  expect(areOld()).toEqual([false, false]);
  vi.advanceTimersByTime(statisticsRefetchMs);
  expect(areOld()).toEqual([true, true]);
});
