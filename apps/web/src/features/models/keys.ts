import type { modelRoutes } from '@rowcast/contracts/http/models/models';
import type { CallInput } from '@/shared/lib/http/call.ts';

export type TrainModelInput = CallInput<typeof modelRoutes.create>['body'];

export type RetrainInput = CallInput<typeof modelRoutes.train>['body'];

export type ModelQuery = NonNullable<CallInput<typeof modelRoutes.list>['query']>;

export const modelKeys = {
  all: ['models'] as const,
  lists: ['models', 'list'] as const,
  list: (query: ModelQuery) => ['models', 'list', query] as const,
  ones: ['models', 'one'] as const,
  one: (id: string) => ['models', 'one', id] as const,
  estimates: ['models', 'estimate'] as const,
  estimate: (training: TrainModelInput | null) => ['models', 'estimate', training] as const,
};
