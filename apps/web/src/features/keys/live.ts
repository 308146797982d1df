import type { LiveHandlers } from '@/shared/lib/live/event-stream.ts';
import { keyKeys } from './keys.ts';

export const liveHandlers: LiveHandlers = {
  'key.changed': ({ apiId }, queries) => void queries.invalidateQueries({ queryKey: keyKeys.list(apiId) }),
};
