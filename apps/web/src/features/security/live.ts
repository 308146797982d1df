import { meKey } from '@/features/auth/index.ts';
import type { LiveHandlers } from '@/shared/lib/live/event-stream.ts';
import { securityKey } from './keys.ts';

export const liveHandlers: LiveHandlers = {
  /** If it was this session that ended, asking who I am finds out. */
  'access.changed': (_event, queries) => {
    void queries.invalidateQueries({ queryKey: meKey });
    void queries.invalidateQueries({ queryKey: securityKey });
  },
};
