import type { LiveHandlers } from '@/shared/lib/events.ts';
import { logKeys } from './keys.ts';
import { useTail } from './tail.ts';

export const liveHandlers: LiveHandlers = {
  'calls.logged': ({ apiId }, queries) => {
    if (useTail.getState().paused) useTail.setState({ waiting: true });
    else void queries.invalidateQueries({ queryKey: logKeys.ofApi(apiId) });
  },
};
