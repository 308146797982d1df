import type { modelRoutes } from '@rowcast/contracts/http/models';
import type { CallInput } from '@/shared/lib/call.ts';

export type TrainModelInput = CallInput<typeof modelRoutes.create>['body'];

export const modelKeys = {
  lists: ['models', 'list'] as const,
  list: (apiId: string, page: number) => ['models', 'list', apiId, page] as const,
  one: (id: string) => ['models', 'one', id] as const,
  estimates: ['models', 'estimate'] as const,
  estimate: (training: TrainModelInput | null) => ['models', 'estimate', training] as const,
};
