import type { Api } from '@rowcast/contracts/domain/apis/api';
import type { apiRoutes } from '@rowcast/contracts/http/apis/apis';
import type { QueryClient } from '@tanstack/react-query';
import type { CallOutput } from '@/shared/lib/http/call.ts';
import { apiKeys } from './keys.ts';
import { deselectApis } from './selection.ts';

export type ApiPage = CallOutput<typeof apiRoutes.list>;

const changePages = (queries: QueryClient, change: (page: ApiPage) => ApiPage) =>
  queries.setQueriesData<ApiPage>({ queryKey: apiKeys.lists }, (page) => page && change(page));

/** Places a new API first in every cached list until the list is refetched. */
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

export function removeCachedApi(queries: QueryClient, apiId: string): void {
  deselectApis([apiId]);
  queries.removeQueries({ queryKey: apiKeys.one(apiId), type: 'inactive' });
  // Notifies a page that shows the deleted API.
  void queries.invalidateQueries({ queryKey: apiKeys.one(apiId) });
  changePages(queries, ({ data, pagination }) => {
    const left = data.filter(({ id }) => id !== apiId);
    return {
      data: left,
      pagination: { ...pagination, total: pagination.total - (data.length - left.length) },
    };
  });
}
