import { testingRoutes } from '@rowcast/contracts/http/apis/testing';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '@/shared/lib/http/call.ts';
import type { Row } from './request/request-body.ts';

const caseKeys = { list: (apiId: string) => ['test-cases', apiId] as const };

export function useTestCases(apiId: string) {
  return useQuery({
    queryKey: caseKeys.list(apiId),
    queryFn: async ({ signal }) =>
      (await call(testingRoutes.listCases, { params: { id: apiId }, signal })).data,
  });
}

interface NewCase {
  name: string;
  request: Row;
  expected: unknown[] | null;
}

export function useSaveCase(apiId: string) {
  const queries = useQueryClient();
  const { t } = useTranslation('testing');
  return useMutation({
    mutationFn: (body: NewCase) => call(testingRoutes.createCase, { params: { id: apiId }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: caseKeys.list(apiId) }),
    meta: { fallback: t('cases.saveFailed') },
  });
}

export function useRemoveCase(apiId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (caseId: string) => call(testingRoutes.removeCase, { params: { id: apiId, caseId } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: caseKeys.list(apiId) }),
  });
}

export function useRunCases(apiId: string) {
  const { t } = useTranslation('testing');
  return useMutation({
    mutationFn: () => call(testingRoutes.run, { params: { id: apiId } }),
    meta: { fallback: t('cases.runFailed') },
  });
}
