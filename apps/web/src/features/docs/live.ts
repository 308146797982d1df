import type { LiveHandlers } from '@/shared/lib/live/event-stream.ts';
import { docsKeys } from './keys.ts';

export const liveHandlers: LiveHandlers = {
  'api.changed': ({ apiId }, queries) => void queries.invalidateQueries({ queryKey: docsKeys.ofApi(apiId) }),
};
