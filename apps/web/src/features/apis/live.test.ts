// @vitest-environment node
import type { ApiService } from '@rowcast/contracts/domain/apis/api';
import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { statisticsRefetchMs } from '@/shared/lib/live/refetch-interval.ts';
import { apiKeys } from './keys.ts';
import { liveHandlers } from './live.ts';

const apiId = 'api_1';

beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());

test('refetches the memory state when a model server starts or stops', () => {
  const queries = new QueryClient();
  for (const id of [apiId, 'api_2']) queries.setQueryData(apiKeys.service(id), { state: 'loaded' });
  liveHandlers['memory.changed']?.({ type: 'memory.changed' }, queries);
  for (const id of [apiId, 'api_2'])
    expect(queries.getQueryState(apiKeys.service(id))?.isInvalidated).toBe(true);
});

test.each([
  ['loaded', false],
  ['unloaded', true],
  ['too_large', true],
  ['unknown', true],
] as const)('a request refetches the memory state of a model that was %s: %s', (state, isAskedAgain) => {
  const queries = new QueryClient();
  const known: ApiService = { state, coldStartMs: 80, idleSeconds: null, unloadsAfterSeconds: 60 };
  queries.setQueryData(apiKeys.service(apiId), known);
  liveHandlers['calls.logged']?.({ type: 'calls.logged', apiId }, queries);
  expect(queries.getQueryState(apiKeys.service(apiId))?.isInvalidated).toBe(isAskedAgain);
});

test('refetches the request count in the list and on the API page', () => {
  const queries = new QueryClient();
  queries.setQueryData(apiKeys.list({}), {});
  queries.setQueryData(apiKeys.one(apiId), {});
  liveHandlers['calls.logged']?.({ type: 'calls.logged', apiId }, queries);
  vi.advanceTimersByTime(statisticsRefetchMs);
  for (const key of [apiKeys.list({}), apiKeys.one(apiId)])
    expect(queries.getQueryState(key)?.isInvalidated).toBe(true);
});
