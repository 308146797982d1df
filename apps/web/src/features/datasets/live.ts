import type { LiveHandlers } from '@/shared/lib/events.ts';
import { noteStep } from './ingest-progress.ts';
import { datasetKeys } from './keys.ts';

export const liveHandlers: LiveHandlers = {
  'dataset.changed': ({ datasetId, status }, queries) => {
    if (status !== 'processing') noteStep(datasetId, null);
    void queries.invalidateQueries({ queryKey: datasetKeys.one(datasetId) });
    void queries.invalidateQueries({ queryKey: datasetKeys.lists });
    void queries.invalidateQueries({ queryKey: datasetKeys.versions });
  },
  'dataset.linted': ({ datasetId }, queries) =>
    void queries.invalidateQueries({ queryKey: datasetKeys.lints(datasetId) }),
  'dataset.progress': ({ datasetId, phase, share }) => noteStep(datasetId, { phase, share }),
  'dataset.deleted': ({ datasetId }, queries) => {
    noteStep(datasetId, null);
    void queries.invalidateQueries({ queryKey: datasetKeys.lists });
  },
};
