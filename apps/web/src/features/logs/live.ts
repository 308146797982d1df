import type { LiveHandlers } from '@/shared/lib/events.ts';
import { showNewest } from './newest.ts';
import { isPaused, noteWaiting } from './tail.ts';

export const liveHandlers: LiveHandlers = {
  'calls.logged': ({ apiId }, queries) => {
    if (isPaused(apiId)) noteWaiting(apiId);
    else void showNewest(queries, apiId);
  },
};
