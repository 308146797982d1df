import { logRoutes } from '@rowcast/contracts/http/logs';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '@/shared/lib/call.ts';
import type { LogFilters } from './filters.ts';
import { logKeys } from './keys.ts';

export function useLogs(apiId: string, { search, ...filters }: LogFilters) {
  return useInfiniteQuery({
    queryKey: logKeys.list(apiId, { ...filters, search }),
    queryFn: ({ pageParam, signal }) =>
      call(logRoutes.list, {
        params: { id: apiId },
        query: { ...filters, ...(search && { search }), ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

export function useLoggedCall(apiId: string, callId: string) {
  return useQuery({
    queryKey: logKeys.one(apiId, callId),
    queryFn: ({ signal }) => call(logRoutes.get, { params: { id: apiId, callId }, signal }),
    enabled: callId !== '',
  });
}

export function useReplay(apiId: string, callId: string) {
  const { t } = useTranslation('logs');
  return useMutation({
    mutationFn: () => call(logRoutes.replay, { params: { id: apiId, callId } }),
    meta: { fallback: t('replay.failed') },
  });
}
