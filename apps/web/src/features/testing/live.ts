import type { LiveHandlers } from '@/shared/lib/live/event-stream.ts';
import { askedKeys } from './keys.ts';

export const liveHandlers: LiveHandlers = {
  'api.changed': ({ apiId }, queries) => {
    for (const queryKey of [askedKeys.whatIf(apiId), askedKeys.nearest(apiId)])
      void queries.invalidateQueries({ queryKey });
  },
};
