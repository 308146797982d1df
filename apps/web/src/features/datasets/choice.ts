import { useChoiceOfMany } from '@/shared/lib/choice-of-many.ts';
import { datasetsQuery } from './api.ts';

/** The tables that a model can learn from. */
export const useDatasetChoice = () =>
  useChoiceOfMany((query) => datasetsQuery({ status: 'ready', ...query }));
