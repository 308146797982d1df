import type { QueryClient } from '@tanstack/react-query';
import type { LiveHandlers } from '@/shared/lib/live/event-stream.ts';
import { datasetKeys } from './keys.ts';
import { noteStep } from './upload/ingest-progress.ts';

function refresh(datasetId: string, queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: datasetKeys.one(datasetId) });
  void queries.invalidateQueries({ queryKey: datasetKeys.lists });
  void queries.invalidateQueries({ queryKey: datasetKeys.versions });
}

export const liveHandlers: LiveHandlers = {
  'dataset.changed': ({ datasetId, status }, queries) => {
    if (status !== 'processing') noteStep(datasetId, null);
    refresh(datasetId, queries);
  },
  'dataset.linted': ({ datasetId }, queries) =>
    void queries.invalidateQueries({ queryKey: datasetKeys.lints(datasetId) }),
  'dataset.progress': ({ datasetId, phase, share }) => noteStep(datasetId, { phase, share }),
  'dataset.deleted': ({ datasetId }, queries) => {
    noteStep(datasetId, null);
    refresh(datasetId, queries);
  },
  // Deleting an API deletes its datasets.
  'api.deleted': (_, queries) => void queries.invalidateQueries({ queryKey: datasetKeys.all }),
};
