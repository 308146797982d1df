import { z } from 'zod';

export const datasetStatuses = ['uploading', 'processing', 'ready', 'error'] as const;
export const datasetStatus = z.enum(datasetStatuses).meta({ id: 'DatasetStatus' });

export const modelStatuses = ['training', 'ready', 'error', 'cancelled'] as const;
export const modelStatus = z.enum(modelStatuses).meta({ id: 'ModelStatus' });
