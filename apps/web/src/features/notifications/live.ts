import type { LiveHandlers } from '@/shared/lib/events.ts';
import { notificationsKey } from './api.ts';

export const liveHandlers: LiveHandlers = {
  'notifications.changed': (_event, queries) => {
    void queries.invalidateQueries({ queryKey: notificationsKey });
  },
};
