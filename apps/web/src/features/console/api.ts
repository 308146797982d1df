import { apiRoutes } from '@rowcast/contracts/http/apis/apis';
import { datasetRoutes } from '@rowcast/contracts/http/models/datasets';
import { modelRoutes } from '@rowcast/contracts/http/models/models';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '@/shared/lib/http/call.ts';
import { paletteKeys } from './keys.ts';

/** APIs with the search text in their name or description. */
export function useApiSearch(search: string) {
  return useQuery({
    queryKey: [...paletteKeys.apis, search],
    queryFn: ({ signal }) =>
      call(apiRoutes.list, { query: { search: search || undefined, limit: 8 }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Datasets with the search text in their name; none without a search text. */
export function useDatasetSearch(search: string) {
  return useQuery({
    queryKey: [...paletteKeys.datasets, search],
    queryFn: ({ signal }) => call(datasetRoutes.list, { query: { search, limit: 8 }, signal }),
    placeholderData: keepPreviousData,
    enabled: search !== '',
  });
}

/** Models with the search text in their version and name; none without a search text. */
export function useModelSearch(search: string) {
  return useQuery({
    queryKey: [...paletteKeys.models, search],
    queryFn: ({ signal }) => call(modelRoutes.list, { query: { search, limit: 8 }, signal }),
    placeholderData: keepPreviousData,
    enabled: search !== '',
  });
}
