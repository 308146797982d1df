import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '@/shared/lib/live/event-stream.ts';
import { statisticsRefetchMs, throttle } from '@/shared/lib/live/refetch-interval.ts';
import { analyticsKeys } from './keys.ts';

const refresh = throttle(
  (queries: QueryClient) => void queries.invalidateQueries({ queryKey: analyticsKeys.all }),
  statisticsRefetchMs,
);

export const liveHandlers: LiveHandlers = { 'calls.logged': (_, queries) => refresh(queries) };
