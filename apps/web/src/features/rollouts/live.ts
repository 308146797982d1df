import type { LiveHandlers } from '@/shared/lib/events.ts';
import { rolloutKeys } from './keys.ts';

export const liveHandlers: LiveHandlers = {
  'rollout.changed': ({ apiId }, queries) => {
    void queries.invalidateQueries({ queryKey: rolloutKeys.list(apiId) });
    void queries.invalidateQueries({ queryKey: rolloutKeys.versions(apiId) });
  },
  // The figures of a running rollout are those of its calls.
  'calls.logged': ({ apiId }, queries) =>
    void queries.invalidateQueries({ queryKey: rolloutKeys.list(apiId) }),
  'api.changed': ({ apiId }, queries) =>
    void queries.invalidateQueries({ queryKey: rolloutKeys.versions(apiId) }),
};
