import type { TrainModelInput } from './api.ts';

export const modelKeys = {
  lists: ['models', 'list'] as const,
  list: (apiId: string, page: number) => ['models', 'list', apiId, page] as const,
  one: (id: string) => ['models', 'one', id] as const,
  estimates: ['models', 'estimate'] as const,
  estimate: (training: TrainModelInput | null) => ['models', 'estimate', training] as const,
};
