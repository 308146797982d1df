import type { ReleaseCheck } from '@rowcast/contracts/domain/apis/release-check';
import { apiRoutes } from '@rowcast/contracts/http/apis/apis';
import { releaseCheckRoutes } from '@rowcast/contracts/http/apis/release-checks';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '@/shared/lib/http/call.ts';
import { useRolloutChange } from './api.ts';

/** Replaces all release checks of an API. */
export const useReplaceChecks = (apiId: string) =>
  useRolloutChange<ReleaseCheck[]>(apiId, (id, releaseChecks) =>
    call(apiRoutes.update, { params: { id }, body: { settings: { releaseChecks } } }),
  );

/** Runs the checks on the deployed model. */
export function useRunChecks(apiId: string) {
  const { t } = useTranslation('rollouts');
  return useMutation({
    mutationFn: async () => (await call(releaseCheckRoutes.run, { params: { id: apiId }, body: {} })).data,
    meta: { fallback: t('checks.runFailed') },
  });
}
