import type { SampleName } from '@rowcast/contracts/domain/datasets/sample';
import { sampleRoutes } from '@rowcast/contracts/http/models/samples';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { datasetKeys, useDataset } from '@/features/datasets/index.ts';
import { modelsQuery, useModel } from '@/features/models/index.ts';
import { call } from '@/shared/lib/http/call.ts';

export function useUploadSample() {
  const queries = useQueryClient();
  const { t } = useTranslation('datasets');
  return useMutation({
    mutationFn: (name: SampleName) => call(sampleRoutes.upload, { params: { name } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: datasetKeys.all }),
    meta: { failed: t('upload.failed') },
  });
}

const newest = 50;

/** The dataset, and the newest model that was trained on it. */
export function useFirstModel(datasetId: string, startedId: string | undefined) {
  const dataset = useDataset(datasetId);
  const apiId = dataset.data?.apiId ?? undefined;
  const models = useQuery({
    ...modelsQuery({ limit: newest, sort: 'created', ...(apiId ? { apiId } : {}) }),
    enabled: apiId !== undefined,
  });
  const found = models.data?.data.find((each) => each.datasetId === datasetId)?.id;
  const model = useModel(startedId ?? found);
  const isLoading = !dataset.data || (apiId !== undefined && models.isPending) || model.isLoading;
  return { dataset, model: model.data, isLoading, error: dataset.error ?? models.error ?? model.error };
}
