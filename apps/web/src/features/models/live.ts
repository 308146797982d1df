import type { Model, ModelDetail } from '@rowcast/contracts/domain/models/model';
import type { TrainingProgress } from '@rowcast/contracts/domain/models/training';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '@/shared/lib/live/event-stream.ts';
import type { ModelPage } from './api.ts';
import { modelKeys } from './keys.ts';
import { newerProgress } from './leaderboard/newer-progress.ts';

/** Writes the progress of a running training into every cached response that shows the model. */
function storeProgress(queries: QueryClient, modelId: string, progress: TrainingProgress): void {
  const update = <M extends Model>(model: M): M => ({
    ...model,
    progress: newerProgress(model.progress, progress),
  });
  queries.setQueryData<ModelDetail>(modelKeys.one(modelId), (model) => model && update(model));
  queries.setQueriesData<ModelPage>(
    { queryKey: modelKeys.lists },
    (page) =>
      page && { ...page, data: page.data.map((model) => (model.id === modelId ? update(model) : model)) },
  );
}

function refresh({ modelId }: { modelId: string }, queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: modelKeys.one(modelId) });
  void queries.invalidateQueries({ queryKey: modelKeys.lists });
}

function refreshAll(_: unknown, queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: modelKeys.ones });
  void queries.invalidateQueries({ queryKey: modelKeys.lists });
}

export const liveHandlers: LiveHandlers = {
  'model.changed': refresh,
  'model.progress': ({ modelId, progress }, queries) => storeProgress(queries, modelId, progress),
  'dataset.linted': (_, queries) => void queries.invalidateQueries({ queryKey: modelKeys.estimates }),
  'queue.changed': refreshAll,
  'model.deleted': refresh,
  'api.deleted': (_, queries) => void queries.invalidateQueries({ queryKey: modelKeys.all }),
  // Each model includes its deployment state and whether its dataset exists.
  'api.changed': refreshAll,
  'dataset.deleted': refreshAll,
};
