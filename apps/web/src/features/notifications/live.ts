import type { LiveHandlers } from '@/shared/lib/events.ts';
import { notificationsKey } from './keys.ts';

export const liveHandlers: LiveHandlers = {
  'notifications.changed': (_event, queries) => {
    void queries.invalidateQueries({ queryKey: notificationsKey });
  },
};
