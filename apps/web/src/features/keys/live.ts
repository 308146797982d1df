import type { LiveHandlers } from '@/shared/lib/events.ts';
import { keyKeys } from './keys.ts';

export const liveHandlers: LiveHandlers = {
  'key.changed': ({ apiId }, queries) => void queries.invalidateQueries({ queryKey: keyKeys.list(apiId) }),
};
