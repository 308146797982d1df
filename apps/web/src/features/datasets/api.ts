import { datasetRoutes } from '@rowcast/contracts/http/datasets';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type CallInput, call } from '@/shared/lib/call.ts';

export type DatasetQuery = NonNullable<CallInput<typeof datasetRoutes.list>['query']>;

export const datasetKeys = {
  lists: ['datasets', 'list'] as const,
  list: (query: DatasetQuery) => ['datasets', 'list', query] as const,
  one: (id: string) => ['datasets', 'one', id] as const,
  preview: (id: string) => ['datasets', 'one', id, 'preview'] as const,
};

export function useDatasets(query: DatasetQuery) {
  return useQuery({
    queryKey: datasetKeys.list(query),
    queryFn: ({ signal }) => call(datasetRoutes.list, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function useDataset(id: string | undefined) {
  return useQuery({
    queryKey: datasetKeys.one(id ?? ''),
    queryFn: ({ signal }) => call(datasetRoutes.get, { params: { id: id ?? '' }, signal }),
    enabled: Boolean(id),
  });
}

export function usePreview(id: string) {
  return useQuery({
    queryKey: datasetKeys.preview(id),
    queryFn: ({ signal }) => call(datasetRoutes.preview, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function useDeleteDataset() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(datasetRoutes.remove, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: datasetKeys.lists }),
  });
}
