import type { LogFilters } from './filters.ts';

export const logKeys = {
  ofApi: (apiId: string) => ['logs', apiId] as const,
  list: (apiId: string, filters: LogFilters) => ['logs', apiId, filters] as const,
  newest: (apiId: string, filters: LogFilters) => ['newest-logs', apiId, filters] as const,
  /** Not part of the list keys, because a logged request does not change. */
  one: (apiId: string, callId: string) => ['logged-call', apiId, callId] as const,
};
