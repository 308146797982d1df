import type { ApiQuery } from './api.ts';

export const apiKeys = {
  lists: ['apis', 'list'] as const,
  list: (query: ApiQuery) => ['apis', 'list', query] as const,
  one: (id: string) => ['apis', 'one', id] as const,
  services: ['apis', 'service'] as const,
  service: (id: string) => ['apis', 'service', id] as const,
};
