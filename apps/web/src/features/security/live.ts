import { meKey } from '@/features/auth/index.ts';
import type { LiveHandlers } from '@/shared/lib/live/event-stream.ts';
import { securityKey } from './keys.ts';

export const liveHandlers: LiveHandlers = {
  /** Refetching the current user detects whether this session ended. */
  'access.changed': (_event, queries) => {
    void queries.invalidateQueries({ queryKey: meKey });
    void queries.invalidateQueries({ queryKey: securityKey });
  },
};
