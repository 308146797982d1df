import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '@/shared/lib/live/event-stream.ts';
import { statisticsRefetchMs, throttle } from '@/shared/lib/live/refetch-interval.ts';
import { rolloutKeys } from './keys.ts';

/** The metrics and differences of a rollout change with each request. */
const refreshFigures = throttle((queries: QueryClient) => {
  void queries.invalidateQueries({ queryKey: rolloutKeys.lists });
  void queries.invalidateQueries({ queryKey: rolloutKeys.allDifferences });
}, statisticsRefetchMs);

export const liveHandlers: LiveHandlers = {
  'rollout.changed': ({ apiId }, queries) => {
    void queries.invalidateQueries({ queryKey: rolloutKeys.list(apiId) });
    void queries.invalidateQueries({ queryKey: rolloutKeys.versions(apiId) });
  },
  'calls.logged': (_, queries) => refreshFigures(queries),
  'api.changed': ({ apiId }, queries) =>
    void queries.invalidateQueries({ queryKey: rolloutKeys.versions(apiId) }),
};
