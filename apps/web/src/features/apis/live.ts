import type { ApiService } from '@rowcast/contracts/domain/apis/api';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '@/shared/lib/live/event-stream.ts';
import { statisticsRefetchMs, throttle } from '@/shared/lib/live/refetch-interval.ts';
import { apiKeys } from './keys.ts';
import { removeCachedApi } from './list-cache.ts';

const refreshFigures = throttle((queries: QueryClient) => {
  void queries.invalidateQueries({ queryKey: apiKeys.ones });
  void queries.invalidateQueries({ queryKey: apiKeys.lists });
}, statisticsRefetchMs);

export const liveHandlers: LiveHandlers = {
  'api.changed': ({ apiId }, queries) => {
    void queries.invalidateQueries({ queryKey: apiKeys.one(apiId) });
    void queries.invalidateQueries({ queryKey: apiKeys.service(apiId) });
    void queries.invalidateQueries({ queryKey: apiKeys.lists });
  },
  'calls.logged': ({ apiId }, queries) => {
    refreshFigures(queries);
    // A call loads the model. For a loaded model, the refetch also updates the unload time.
    const known = queries.getQueryData<ApiService>(apiKeys.service(apiId));
    if (known?.state !== 'loaded') void queries.invalidateQueries({ queryKey: apiKeys.service(apiId) });
  },
  'memory.changed': (_, queries) => void queries.invalidateQueries({ queryKey: apiKeys.services }),
  'api.deleted': ({ apiId }, queries) => removeCachedApi(queries, apiId),
  'model.changed': ({ apiId }, queries) => {
    void queries.invalidateQueries({ queryKey: apiKeys.one(apiId) });
    void queries.invalidateQueries({ queryKey: apiKeys.lists });
  },
};
