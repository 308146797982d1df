import type { LogFilters } from './filters.ts';

export const logKeys = {
  ofApi: (apiId: string) => ['logs', apiId] as const,
  list: (apiId: string, filters: LogFilters) => ['logs', apiId, filters] as const,
  newest: (apiId: string, filters: LogFilters) => ['newest-logs', apiId, filters] as const,
  /** Apart from the lists: a call does not change any more. */
  one: (apiId: string, callId: string) => ['logged-call', apiId, callId] as const,
};
