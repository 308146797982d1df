import type { LiveHandlers } from '@/shared/lib/events.ts';
import { deploymentKeys } from './keys.ts';

export const liveHandlers: LiveHandlers = {
  'api.changed': ({ apiId }, queries) =>
    void queries.invalidateQueries({ queryKey: deploymentKeys.list(apiId) }),
};
