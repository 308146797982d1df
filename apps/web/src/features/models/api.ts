import { type Model, model } from '@rowcast/contracts/domain/models/model';
import { modelRoutes } from '@rowcast/contracts/http/models/models';
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CallOutput, call } from '@/shared/lib/http/call.ts';
import { type UploadOptions, upload } from '@/shared/lib/http/upload.ts';
import { type ModelQuery, modelKeys, type RetrainInput, type TrainModelInput } from './keys.ts';

export type ModelPage = CallOutput<typeof modelRoutes.list>;

export const modelsQuery = (query: ModelQuery) =>
  queryOptions({
    queryKey: modelKeys.list(query),
    queryFn: ({ signal }) => call(modelRoutes.list, { query, signal }),
  });

export const useModels = (query: ModelQuery) =>
  useQuery({ ...modelsQuery(query), placeholderData: keepPreviousData });

export function useModel(id: string | undefined) {
  return useQuery({
    queryKey: modelKeys.one(id ?? ''),
    queryFn: ({ signal }) => call(modelRoutes.get, { params: { id: id ?? '' }, signal }),
    enabled: Boolean(id),
  });
}

function useRefresh() {
  const queries = useQueryClient();
  return (model: Model) => {
    void queries.invalidateQueries({ queryKey: modelKeys.one(model.id) });
    return queries.invalidateQueries({ queryKey: modelKeys.lists });
  };
}

export function useTrainModel() {
  const refresh = useRefresh();
  const { t } = useTranslation('models');
  return useMutation({
    mutationFn: (body: TrainModelInput) => call(modelRoutes.create, { body }),
    onSuccess: refresh,
    meta: { failed: t('train.failed') },
  });
}

/** Estimates the cost of a training. Null while the settings are not yet valid. */
export function useEstimate(training: TrainModelInput | null) {
  return useQuery({
    queryKey: modelKeys.estimate(training),
    queryFn: ({ signal }) => call(modelRoutes.estimate, { body: training as TrainModelInput, signal }),
    enabled: training !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

export function useUploadModel() {
  const refresh = useRefresh();
  const { t } = useTranslation('models');
  return useMutation({
    mutationFn: ({ file, ...options }: UploadOptions & { file: File }) =>
      upload(model, 'models/onnx', file, options),
    onSuccess: refresh,
    meta: { failed: t('train.uploadFailed') },
  });
}

export function useRetrain() {
  const refresh = useRefresh();
  const { t } = useTranslation('models');
  return useMutation({
    mutationFn: ({ id, body = {} }: { id: string; body?: RetrainInput }) =>
      call(modelRoutes.train, { params: { id }, body }),
    onSuccess: refresh,
    meta: { failed: t('train.failed') },
  });
}

export function useStopTraining(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (mode: 'keep_best' | 'discard') => call(modelRoutes.stop, { params: { id }, body: { mode } }),
    onSuccess: refresh,
  });
}

export function useRenameModel(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (name: string) => call(modelRoutes.rename, { params: { id }, body: { name } }),
    onSuccess: refresh,
  });
}

export function useDeleteModel() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(modelRoutes.remove, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: modelKeys.lists }),
  });
}
