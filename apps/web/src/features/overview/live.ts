import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '@/shared/lib/live/event-stream.ts';
import { statisticsRefetchMs, throttle } from '@/shared/lib/live/refetch-interval.ts';
import { overviewKey } from './keys.ts';

const refresh = (_: unknown, queries: QueryClient) =>
  void queries.invalidateQueries({ queryKey: overviewKey });

const refreshFigures = throttle((queries: QueryClient) => refresh(null, queries), statisticsRefetchMs);

export const liveHandlers: LiveHandlers = {
  'api.changed': refresh,
  'api.deleted': refresh,
  'dataset.changed': refresh,
  'dataset.deleted': refresh,
  'model.changed': refresh,
  'model.deleted': refresh,
  'calls.logged': (_, queries) => refreshFigures(queries),
};
