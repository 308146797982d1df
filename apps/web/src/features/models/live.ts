import type { LiveHandlers } from '@/shared/lib/events.ts';
import { modelKeys, storeProgress } from './api.ts';

export const liveHandlers: LiveHandlers = {
  'model.changed': ({ modelId }, queries) => {
    void queries.invalidateQueries({ queryKey: modelKeys.one(modelId) });
    void queries.invalidateQueries({ queryKey: modelKeys.lists });
  },
  'model.progress': ({ modelId, progress }, queries) => storeProgress(queries, modelId, progress),
  'dataset.linted': (_, queries) => void queries.invalidateQueries({ queryKey: modelKeys.estimates }),
  'model.deleted': (_, queries) => void queries.invalidateQueries({ queryKey: modelKeys.lists }),
  'api.changed': (_, queries) => void queries.invalidateQueries({ queryKey: modelKeys.lists }),
};
