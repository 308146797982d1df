import type { apiRoutes } from '@rowcast/contracts/http/apis/apis';
import type { CallInput } from '@/shared/lib/http/call.ts';

export type ApiQuery = NonNullable<CallInput<typeof apiRoutes.list>['query']>;

export const apiKeys = {
  lists: ['apis', 'list'] as const,
  list: (query: ApiQuery) => ['apis', 'list', query] as const,
  ones: ['apis', 'one'] as const,
  one: (id: string) => ['apis', 'one', id] as const,
  logFields: (id: string) => ['apis', 'log-fields', id] as const,
  services: ['apis', 'service'] as const,
  service: (id: string) => ['apis', 'service', id] as const,
};
