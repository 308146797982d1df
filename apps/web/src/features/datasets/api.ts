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

/** The models that learned from it, asked for when somebody is about to delete it. */
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

/** Its answer may be that the worker is still looking; the live event that it has ended asks again. */
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

/** Begins a look-through that failed anew, at once: by itself that happens after a minute at the earliest. */
export function useLintAgain(id: string, target: string | undefined) {
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

/** Both make a new version of the dataset and leave this one as it is. */
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
    // Not waited for: whoever deleted it from its own page leaves that first.
    onSuccess: () => void refreshLists(queries),
  });
}
