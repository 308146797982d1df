import { rolloutRoutes } from '@rowcast/contracts/http/apis/rollouts';
import { modelRoutes } from '@rowcast/contracts/http/models/models';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { call } from '@/shared/lib/http/call.ts';
import { rolloutKeys } from './keys.ts';

export function useRollouts(apiId: string) {
  return useQuery({
    queryKey: rolloutKeys.list(apiId),
    queryFn: async ({ signal }) => (await call(rolloutRoutes.list, { params: { id: apiId }, signal })).data,
  });
}

/** The versions of an API. The key needs any one of its models. */
export function useVersions(apiId: string, modelId: string | undefined) {
  return useQuery({
    queryKey: rolloutKeys.versions(apiId),
    queryFn: async ({ signal }) =>
      (await call(modelRoutes.versions, { params: { id: modelId ?? '' }, signal })).data,
    enabled: modelId !== undefined,
  });
}

export function useDifferences(apiId: string, rolloutId: string) {
  return useQuery({
    queryKey: rolloutKeys.differences(rolloutId),
    queryFn: async ({ signal }) =>
      (await call(rolloutRoutes.differences, { params: { id: apiId, rolloutId }, signal })).data,
  });
}

/** The deployed model appears on the API, its models, its deployments and this screen. */
export function useRolloutChange<Input>(
  apiId: string,
  change: (id: string, input: Input) => Promise<unknown>,
) {
  const queries = useQueryClient();
  const { t } = useTranslation('rollouts');
  return useMutation({
    mutationFn: (input: Input) => change(apiId, input),
    onSuccess: () => queries.invalidateQueries(),
    meta: { fallback: t('failed') },
  });
}

type Start = z.input<(typeof rolloutRoutes)['start']['body']>;
type Change = z.input<(typeof rolloutRoutes)['change']['body']>;

export const useStartRollout = (apiId: string) =>
  useRolloutChange<Start>(apiId, (id, body) => call(rolloutRoutes.start, { params: { id }, body }));
export const useChangeRollout = (apiId: string) =>
  useRolloutChange<Change>(apiId, (id, body) => call(rolloutRoutes.change, { params: { id }, body }));
export const usePromoteRollout = (apiId: string) =>
  useRolloutChange<void>(apiId, (id) => call(rolloutRoutes.promote, { params: { id } }));
export const useStopRollout = (apiId: string) =>
  useRolloutChange<void>(apiId, (id) => call(rolloutRoutes.stop, { params: { id } }));
