import { usePagedOptions } from '@/shared/lib/live/paged-options.ts';
import { datasetsQuery } from './api.ts';

/** The datasets that a model can be trained on. */
export const useDatasetChoice = () =>
  usePagedOptions((query) => datasetsQuery({ status: 'ready', ...query }));
