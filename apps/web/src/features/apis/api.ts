import { apiRoutes } from '@rowcast/contracts/http/apis/apis';
import { logRoutes } from '@rowcast/contracts/http/apis/logs';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CallInput, call } from '@/shared/lib/http/call.ts';
import { type ApiQuery, apiKeys } from './keys.ts';
import { placeApiFirst, removeCachedApi, replaceApi } from './list-cache.ts';

export const apisQuery = (query: ApiQuery) =>
  queryOptions({
    queryKey: apiKeys.list(query),
    queryFn: ({ signal }) => call(apiRoutes.list, { query, signal }),
  });

export function useApis(query: ApiQuery) {
  return useQuery({ ...apisQuery(query), placeholderData: keepPreviousData });
}

export function useApi(id: string) {
  return useQuery({
    queryKey: apiKeys.one(id),
    queryFn: ({ signal }) => call(apiRoutes.get, { params: { id }, signal }),
  });
}

/** Fields of an API's training tables, with whether the log masks them by default. */
export function useLogFields(id: string) {
  return useQuery({
    queryKey: apiKeys.logFields(id),
    queryFn: ({ signal }) => call(logRoutes.fields, { params: { id }, signal }),
  });
}

/** Slightly more than the model server's own interval. */
const roundsMs = 6_000;

/** Whether the model is loaded in memory. Refetched when it may be unloaded after idling. */
export function useApiService(id: string) {
  return useQuery({
    queryKey: apiKeys.service(id),
    queryFn: ({ signal }) => call(apiRoutes.service, { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => {
      if (data?.state !== 'loaded' || !data.unloadsAfterSeconds) return false;
      return Math.max(0, data.unloadsAfterSeconds - (data.idleSeconds ?? 0)) * 1000 + roundsMs;
    },
  });
}

export function useCreateApi() {
  const queries = useQueryClient();
  const { t } = useTranslation('apis');
  return useMutation({
    mutationFn: (body: CallInput<typeof apiRoutes.create>['body']) => call(apiRoutes.create, { body }),
    onSuccess: (api) => placeApiFirst(queries, api),
    meta: { failed: t('create.failed') },
  });
}

/** The error message of the calling screen. */
type UpdateFailed = 'update.failed' | 'settings.failed' | 'danger.failed';

export function useUpdateApi(id: string, failed: UpdateFailed = 'settings.failed') {
  const queries = useQueryClient();
  const { t } = useTranslation('apis');
  return useMutation({
    mutationFn: (body: CallInput<typeof apiRoutes.update>['body']) =>
      call(apiRoutes.update, { params: { id }, body }),
    onSuccess: (api) => replaceApi(queries, api),
    meta: { failed: t(failed) },
  });
}

export function useDuplicateApi() {
  const queries = useQueryClient();
  const { t } = useTranslation('apis');
  return useMutation({
    mutationFn: (id: string) => call(apiRoutes.duplicate, { params: { id } }),
    onSuccess: (api) => placeApiFirst(queries, api),
    meta: { failed: t('duplicate.failed') },
  });
}

export function useDeleteApi() {
  const queries = useQueryClient();
  const { t } = useTranslation('apis');
  return useMutation({
    mutationFn: (id: string) => call(apiRoutes.remove, { params: { id } }),
    onSuccess: (_, id) => {
      removeCachedApi(queries, id);
      // The first API of the next page moves into the gap.
      void queries.invalidateQueries({ queryKey: apiKeys.lists });
    },
    meta: { failed: t('delete.failed') },
  });
}
