import { useChoiceOfMany } from '@/shared/lib/live/choice-of-many.ts';
import { datasetsQuery } from './api.ts';

/** The datasets that a model can be trained on. */
export const useDatasetChoice = () =>
  useChoiceOfMany((query) => datasetsQuery({ status: 'ready', ...query }));
