import type { LiveHandlers } from '@/shared/lib/live/event-stream.ts';
import { deploymentKeys } from './keys.ts';

export const liveHandlers: LiveHandlers = {
  'api.changed': ({ apiId }, queries) =>
    void queries.invalidateQueries({ queryKey: deploymentKeys.list(apiId) }),
};
