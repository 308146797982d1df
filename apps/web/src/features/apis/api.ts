import type { Api } from '@rowcast/contracts/domain/api';
import { apiRoutes } from '@rowcast/contracts/http/apis';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CallInput, type CallOutput, call } from '@/shared/lib/call.ts';

export type ApiPage = CallOutput<typeof apiRoutes.list>;
export type ApiQuery = NonNullable<CallInput<typeof apiRoutes.list>['query']>;

export const apiKeys = {
  lists: ['apis', 'list'] as const,
  list: (query: ApiQuery) => ['apis', 'list', query] as const,
  one: (id: string) => ['apis', 'one', id] as const,
};

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

const changePages = (queries: QueryClient, change: (page: ApiPage) => ApiPage) =>
  queries.setQueriesData<ApiPage>({ queryKey: apiKeys.lists }, (page) => page && change(page));

/** A new API stands at the top of every list, whatever its order, until the list is fetched again. */
export function placeApiFirst(queries: QueryClient, api: Api): void {
  queries.setQueryData(apiKeys.one(api.id), api);
  changePages(queries, ({ data, pagination }) => {
    const others = data.filter(({ id }) => id !== api.id);
    const added = others.length === data.length ? 1 : 0;
    return {
      data: [api, ...others].slice(0, pagination.limit),
      pagination: { ...pagination, total: pagination.total + added },
    };
  });
}

export function replaceApi(queries: QueryClient, api: Api): void {
  queries.setQueryData(apiKeys.one(api.id), api);
  changePages(queries, (page) => ({
    ...page,
    data: page.data.map((one) => (one.id === api.id ? api : one)),
  }));
}

export function dropApi(queries: QueryClient, apiId: string): void {
  queries.removeQueries({ queryKey: apiKeys.one(apiId) });
  changePages(queries, ({ data, pagination }) => {
    const left = data.filter(({ id }) => id !== apiId);
    return {
      data: left,
      pagination: { ...pagination, total: pagination.total - (data.length - left.length) },
    };
  });
}

export function useCreateApi() {
  const queries = useQueryClient();
  const { t } = useTranslation('apis');
  return useMutation({
    mutationFn: (body: CallInput<typeof apiRoutes.create>['body']) => call(apiRoutes.create, { body }),
    onSuccess: (api) => placeApiFirst(queries, api),
    meta: { fallback: t('create.failed') },
  });
}

export function useUpdateApi(id: string) {
  const queries = useQueryClient();
  const { t } = useTranslation('apis');
  return useMutation({
    mutationFn: (body: CallInput<typeof apiRoutes.update>['body']) =>
      call(apiRoutes.update, { params: { id }, body }),
    onSuccess: (api) => replaceApi(queries, api),
    meta: { fallback: t('update.failed') },
  });
}

export function useDuplicateApi() {
  const queries = useQueryClient();
  const { t } = useTranslation('apis');
  return useMutation({
    mutationFn: (id: string) => call(apiRoutes.duplicate, { params: { id } }),
    onSuccess: (api) => placeApiFirst(queries, api),
    meta: { fallback: t('duplicate.failed') },
  });
}

export function useDeleteApi() {
  const queries = useQueryClient();
  const { t } = useTranslation('apis');
  return useMutation({
    mutationFn: (id: string) => call(apiRoutes.remove, { params: { id } }),
    onSuccess: (_, id) => {
      dropApi(queries, id);
      // The next page's first API moves up into the gap.
      void queries.invalidateQueries({ queryKey: apiKeys.lists });
    },
    meta: { fallback: t('delete.failed') },
  });
}
