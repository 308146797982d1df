import { apiRoutes } from '@rowcast/contracts/http/apis/apis';
import { modelRoutes } from '@rowcast/contracts/http/models/models';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '@/shared/lib/http/call.ts';
import { deploymentKeys } from './keys.ts';
import { liveDeployment } from './previous.ts';
import { scoreChange } from './score-change.ts';

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
    // The deployed model appears on the API, its models, its deployments and the overview.
    onSuccess: () => queries.invalidateQueries(),
    meta: { failed: t('deploy.failed') },
  });
}

const modelOf = (id: string, signal: AbortSignal) => call(modelRoutes.get, { params: { id }, signal });

/** Contract changes and both scores; only the model's own score before the first deployment. */
const releaseQuery = (modelId: string) =>
  queryOptions({
    queryKey: deploymentKeys.release(modelId),
    // Always fresh, because it informs a deployment.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const params = { id: modelId };
      const [changes, after] = await Promise.all([
        call(modelRoutes.changes, { params, signal }),
        modelOf(modelId, signal),
      ]);
      const ofApi = { params: { id: after.apiId }, signal };
      const [{ data }, api] = await Promise.all([
        call(apiRoutes.deployments, ofApi),
        call(apiRoutes.get, ofApi),
      ]);
      const live = liveDeployment(data);
      const before = live && live.modelId !== modelId ? await modelOf(live.modelId, signal) : null;
      return {
        changes: changes.data,
        served: before,
        offered: after,
        callsLast24Hours: api.usage.callsLast24Hours,
        score: before && scoreChange(before, after),
      };
    },
  });

export type Release = Awaited<ReturnType<NonNullable<ReturnType<typeof releaseQuery>['queryFn']>>>;

export const useRelease = (modelId: string) => useQuery(releaseQuery(modelId));

export function useAskRelease() {
  const queries = useQueryClient();
  const { t } = useTranslation('deployments');
  return useMutation({
    mutationFn: (modelId: string) => queries.fetchQuery(releaseQuery(modelId)),
    meta: { failed: t('deploy.failed') },
  });
}

export function useRollBack(apiId: string) {
  const queries = useQueryClient();
  const { t } = useTranslation('deployments');
  return useMutation({
    mutationFn: (deploymentId: string) =>
      call(apiRoutes.rollback, { params: { id: apiId }, body: { deploymentId } }),
    onSuccess: () => queries.invalidateQueries(),
    meta: { failed: t('rollBack.failed') },
  });
}
