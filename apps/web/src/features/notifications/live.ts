import type { LiveHandlers } from '@/shared/lib/live/event-stream.ts';
import { notificationKeys } from './keys.ts';

export const liveHandlers: LiveHandlers = {
  'notifications.changed': (_event, queries) => {
    void queries.invalidateQueries({ queryKey: notificationKeys.all });
  },
};
