import { accountRoutes, userRoutes } from '@rowcast/contracts/http/people/account';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMe } from '@/features/auth/index.ts';
import { withProof } from '@/features/security/index.ts';
import { call } from '@/shared/lib/http/call.ts';
import { download } from '@/shared/lib/http/download.ts';
import { clearSession } from '@/shared/lib/session/session.ts';
import { archivesKey } from './keys.ts';

/** Recounted each time the delete dialog opens. */
export const useAccountContents = (enabled: boolean) =>
  useQuery({
    queryKey: ['account', 'contents'],
    queryFn: ({ signal }) => call(accountRoutes.contents, { signal }),
    enabled,
    staleTime: 0,
    gcTime: 0,
  });

export function useDeleteAccount(failed: string) {
  const me = useMe();
  return useMutation({
    mutationFn: () => withProof(() => call(userRoutes.remove, { params: { id: me.data?.id ?? '' } })),
    onSuccess: () => clearSession('deleted'),
    meta: { failed },
  });
}

export function useExportJson() {
  const { t } = useTranslation('account');
  return useMutation({
    mutationFn: () => withProof(() => download(accountRoutes.exportJson, {}, 'rowcast-account.json')),
    meta: { failed: t('export.failed') },
  });
}

export const useArchives = () =>
  useQuery({
    queryKey: archivesKey,
    queryFn: ({ signal }) => call(accountRoutes.listArchives, { signal }),
  });

export function useRequestArchive() {
  const queries = useQueryClient();
  const { t } = useTranslation('account');
  return useMutation({
    mutationFn: () => withProof(() => call(accountRoutes.requestArchive, {})),
    onSettled: () => queries.invalidateQueries({ queryKey: archivesKey }),
    meta: { failed: t('export.failed') },
  });
}

export function useDownloadArchive() {
  const { t } = useTranslation('account');
  return useMutation({
    mutationFn: (archiveId: string) =>
      withProof(() => download(accountRoutes.downloadArchive, { params: { archiveId } }, 'rowcast.zip')),
    meta: { failed: t('export.failed') },
  });
}
