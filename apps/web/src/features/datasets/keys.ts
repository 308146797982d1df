import type { datasetRoutes } from '@rowcast/contracts/http/models/datasets';
import type { CallInput } from '@/shared/lib/http/call.ts';

export type DatasetQuery = NonNullable<CallInput<typeof datasetRoutes.list>['query']>;

export const datasetKeys = {
  all: ['datasets'] as const,
  lists: ['datasets', 'list'] as const,
  list: (query: DatasetQuery) => ['datasets', 'list', query] as const,
  one: (id: string) => ['datasets', 'one', id] as const,
  versions: ['datasets', 'versions'] as const,
  versionsOf: (id: string) => ['datasets', 'versions', id] as const,
  lints: (id: string) => ['datasets', 'one', id, 'lint'] as const,
  lint: (id: string, target: string | undefined) => ['datasets', 'one', id, 'lint', target ?? ''] as const,
  models: (id: string) => ['datasets', 'one', id, 'models'] as const,
  preview: (id: string) => ['datasets', 'one', id, 'preview'] as const,
};
