import { type DocsFormat, docsRoutes } from '@rowcast/contracts/http/apis/docs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '@/shared/lib/http/call.ts';
import { download } from '@/shared/lib/http/download.ts';
import { notify } from '@/shared/lib/notify/notify.ts';
import { docsKeys } from './keys.ts';

/** An API without a deployed model has no documentation, so it is not requested. */
export function useApiDocs(apiId: string, isDeployed: boolean) {
  return useQuery({
    enabled: isDeployed,
    queryKey: docsKeys.ofApi(apiId),
    queryFn: ({ signal }) => call(docsRoutes.get, { params: { id: apiId }, signal }),
    // A live event invalidates it.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Regenerates the examples with the deployed model. */
export function useGenerateDocs(apiId: string) {
  const { t } = useTranslation('docs');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call(docsRoutes.generate, { params: { id: apiId } }),
    onSuccess: (docs) => {
      queries.setQueryData(docsKeys.ofApi(apiId), docs);
      notify.success(t('generated'));
    },
    meta: { fallback: t('generateFailed') },
  });
}

export function useExportDocs(apiId: string) {
  const { t } = useTranslation('docs');
  return useMutation({
    mutationFn: (format: DocsFormat) =>
      download(docsRoutes.export, { params: { id: apiId }, query: { format } }, `${apiId}-${format}`),
    onSuccess: () => notify.success(t('export.done')),
    meta: { fallback: t('export.failed') },
  });
}
