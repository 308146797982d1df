import { logRoutes } from '@rowcast/contracts/http/apis/logs';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '@/shared/lib/http/call.ts';
import type { LogFilters } from './filters.ts';
import { logKeys } from './keys.ts';
import { fetchLogs } from './newest.ts';
import { useTail } from './tail.ts';

export function useLogs(apiId: string, filters: LogFilters) {
  const { paused } = useTail(apiId);
  const pausedOptions = paused && { staleTime: 'static' as const };
  return useInfiniteQuery({
    queryKey: logKeys.list(apiId, filters),
    queryFn: ({ pageParam, signal }) => fetchLogs(apiId, filters, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...pausedOptions,
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
