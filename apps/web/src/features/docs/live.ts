import type { LiveHandlers } from '@/shared/lib/events.ts';
import { docsKeys } from './keys.ts';

export const liveHandlers: LiveHandlers = {
  'api.changed': ({ apiId }, queries) => void queries.invalidateQueries({ queryKey: docsKeys.ofApi(apiId) }),
};
