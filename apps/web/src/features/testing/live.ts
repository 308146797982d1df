import type { LiveHandlers } from '@/shared/lib/live/event-stream.ts';
import { predictionKeys } from './keys.ts';

export const liveHandlers: LiveHandlers = {
  'api.changed': ({ apiId }, queries) => {
    for (const queryKey of [predictionKeys.whatIf(apiId), predictionKeys.nearest(apiId)])
      void queries.invalidateQueries({ queryKey });
  },
};
