import { mailRoutes } from '@rowcast/contracts/http/people/mails';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '@/shared/lib/http/call.ts';
import { mailKeys } from './keys.ts';

export const useFailedMails = () =>
  useQuery({
    queryKey: mailKeys.failed,
    queryFn: async ({ signal }) => (await call(mailRoutes.failed, { signal })).data,
  });

export function useRetryMail() {
  const queries = useQueryClient();
  const { t } = useTranslation('console', { keyPrefix: 'mails' });
  return useMutation({
    mutationFn: (id: string) => call(mailRoutes.sendAgain, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: mailKeys.failed }),
    meta: { fallback: t('failed') },
  });
}
