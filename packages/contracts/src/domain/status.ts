import { z } from 'zod';

export const datasetStatuses = ['uploading', 'processing', 'ready', 'error'] as const;
export const datasetStatus = z.enum(datasetStatuses).meta({ id: 'DatasetStatus' });

export const modelStatuses = ['queued', 'training', 'ready', 'error', 'cancelled'] as const;
export const modelStatus = z.enum(modelStatuses).meta({ id: 'ModelStatus' });
export type ModelStatus = z.infer<typeof modelStatus>;
/** Those of a training that has not ended. */
export const openModelStatuses = ['queued', 'training'] as const satisfies ModelStatus[];
export const isInTraining = (status: ModelStatus): boolean =>
  openModelStatuses.some((open) => open === status);
