import type { LiveHandlers } from '@/shared/lib/events.ts';
import { apiKeys } from './keys.ts';
import { dropApi } from './placing.ts';

export const liveHandlers: LiveHandlers = {
  'api.changed': ({ apiId }, queries) => {
    void queries.invalidateQueries({ queryKey: apiKeys.one(apiId) });
    void queries.invalidateQueries({ queryKey: apiKeys.service(apiId) });
    void queries.invalidateQueries({ queryKey: apiKeys.lists });
  },
  'calls.logged': ({ apiId }, queries) => {
    void queries.invalidateQueries({ queryKey: apiKeys.service(apiId) });
  },
  'api.deleted': ({ apiId }, queries) => dropApi(queries, apiId),
  'model.changed': ({ apiId }, queries) => {
    void queries.invalidateQueries({ queryKey: apiKeys.one(apiId) });
    void queries.invalidateQueries({ queryKey: apiKeys.lists });
  },
};
