import { apiRoutes } from '@rowcast/contracts/http/apis';
import { modelRoutes } from '@rowcast/contracts/http/models';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '@/shared/lib/call.ts';
import { deploymentKeys } from './keys.ts';

export function useDeployments(apiId: string) {
  return useQuery({
    queryKey: deploymentKeys.list(apiId),
    queryFn: async ({ signal }) =>
      (await call(apiRoutes.deployments, { params: { id: apiId }, signal })).data,
  });
}

export function useDeploy() {
  const queries = useQueryClient();
  const { t } = useTranslation('deployments');
  return useMutation({
    mutationFn: (modelId: string) => call(modelRoutes.deploy, { params: { id: modelId } }),
    // Which model serves shows on the API, its models, its deployments and the overview alike.
    onSuccess: () => queries.invalidateQueries(),
    meta: { fallback: t('deploy.failed') },
  });
}

const changesQuery = (modelId: string) =>
  queryOptions({
    queryKey: deploymentKeys.changes(modelId),
    // Asked by somebody who is about to let the model answer.
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await call(modelRoutes.changes, { params: { id: modelId }, signal })).data,
  });

export const useChanges = (modelId: string) => useQuery(changesQuery(modelId));

export function useAskChanges() {
  const queries = useQueryClient();
  const { t } = useTranslation('deployments');
  return useMutation({
    mutationFn: (modelId: string) => queries.fetchQuery(changesQuery(modelId)),
    meta: { fallback: t('deploy.failed') },
  });
}

export function useRollBack(apiId: string) {
  const queries = useQueryClient();
  const { t } = useTranslation('deployments');
  return useMutation({
    mutationFn: (deploymentId: string) =>
      call(apiRoutes.rollback, { params: { id: apiId }, body: { deploymentId } }),
    onSuccess: () => queries.invalidateQueries(),
    meta: { fallback: t('rollBack.failed') },
  });
}
