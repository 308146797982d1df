import { useChoiceOfMany } from '@/shared/lib/live/choice-of-many.ts';
import { datasetsQuery } from './api.ts';

/** The tables that a model can learn from. */
export const useDatasetChoice = () =>
  useChoiceOfMany((query) => datasetsQuery({ status: 'ready', ...query }));
