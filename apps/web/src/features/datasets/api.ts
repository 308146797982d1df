import type { CleanStep } from '@rowcast/contracts/domain/datasets/cleaning-recipe';
import { datasetRoutes } from '@rowcast/contracts/http/models/datasets';
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CallInput, call } from '@/shared/lib/http/call.ts';
import { type ChosenTypes, schemaOf } from './columns/chosen-types.ts';
import { type DatasetQuery, datasetKeys } from './keys.ts';

export const datasetsQuery = (query: DatasetQuery) =>
  queryOptions({
    queryKey: datasetKeys.list(query),
    queryFn: ({ signal }) => call(datasetRoutes.list, { query, signal }),
  });

export const useDatasets = (query: DatasetQuery) =>
  useQuery({ ...datasetsQuery(query), placeholderData: keepPreviousData });

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

/** The models trained on the dataset, loaded for the delete dialog. */
export function useModelsOf(id: string, isWanted: boolean) {
  return useQuery({
    queryKey: datasetKeys.models(id),
    queryFn: ({ signal }) => call(datasetRoutes.models, { params: { id }, signal }),
    enabled: isWanted,
    staleTime: 0,
  });
}

export function useVersions(id: string) {
  return useQuery({
    queryKey: datasetKeys.versionsOf(id),
    queryFn: ({ signal }) => call(datasetRoutes.versions, { params: { id }, signal }),
    select: ({ data }) => data,
  });
}

/** The response may be that the checks still run. The event at their end refetches it. */
export function useLint(id: string | undefined, target: string | undefined) {
  return useQuery({
    queryKey: datasetKeys.lint(id ?? '', target),
    queryFn: ({ signal }) =>
      call(datasetRoutes.lint, {
        params: { id: id ?? '' },
        query: target === undefined ? {} : { target },
        signal,
      }),
    enabled: Boolean(id),
    placeholderData: keepPreviousData,
  });
}

/** Restarts failed data checks at once. The server retries after a minute at the earliest. */
export function useRestartLint(id: string, target: string | undefined) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      call(datasetRoutes.lint, { params: { id }, query: { ...(target && { target }), again: 'true' } }),
    onSuccess: (lint) => queries.setQueryData(datasetKeys.lint(id, target), lint),
  });
}

export function usePull() {
  const queries = useQueryClient();
  const { t } = useTranslation('datasets');
  return useMutation({
    mutationFn: (body: CallInput<typeof datasetRoutes.pull>['body']) => call(datasetRoutes.pull, { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: datasetKeys.lists }),
    meta: { failed: t('upload.failed') },
  });
}

const refreshLists = (queries: QueryClient) =>
  Promise.all([
    queries.invalidateQueries({ queryKey: datasetKeys.lists }),
    queries.invalidateQueries({ queryKey: datasetKeys.versions }),
  ]);

/** Both create a new dataset version and leave this one unchanged. */
export function useNewVersion(id: string) {
  const queries = useQueryClient();
  const onSuccess = () => refreshLists(queries);
  const clean = useMutation({
    mutationFn: (recipe: CleanStep[]) =>
      call(datasetRoutes.createVersion, { params: { id }, body: { recipe } }),
    onSuccess,
  });
  const retype = useMutation({
    mutationFn: (types: ChosenTypes) =>
      call(datasetRoutes.updateSchema, { params: { id }, body: schemaOf(types) }),
    onSuccess,
  });
  return { clean, retype };
}

export function useDeleteDataset() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(datasetRoutes.remove, { params: { id } }),
    // Not awaited: the page of the deleted dataset navigates away first.
    onSuccess: () => void refreshLists(queries),
  });
}
