import type { LiveEvent } from '@rowcast/contracts/events';
import { create } from 'zustand';

export type IngestStep = Pick<Extract<LiveEvent, { type: 'dataset.progress' }>, 'phase' | 'share'>;

/** The ingestion progress of each dataset, which arrives only as events. */
export const useIngestSteps = create<{ steps: Record<string, IngestStep> }>(() => ({ steps: {} }));

export function noteStep(datasetId: string, step: IngestStep | null): void {
  useIngestSteps.setState(({ steps: { [datasetId]: _previous, ...others } }) => ({
    steps: step ? { ...others, [datasetId]: step } : others,
  }));
}
