import { auditRoutes } from '@rowcast/contracts/http/people/audit';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { momentsOf } from '@/shared/lib/format/day.ts';
import { call } from '@/shared/lib/http/call.ts';
import { download } from '@/shared/lib/http/download.ts';

export interface AuditFilters {
  user: string;
  action: string;
  target: string;
  /** Days in date-input format. */
  from: string;
  to: string;
}

/** Converts whole days in the display time zone to the moments that the server expects. */
function queryFor({ user, action, target, from, to }: AuditFilters) {
  return {
    ...(user && { user }),
    ...(action && { action }),
    ...(target && { target }),
    ...momentsOf({ from, to }),
  };
}

export function useAuditLogs(workspace: string, filters: AuditFilters) {
  return useInfiniteQuery({
    queryKey: ['audit', workspace, queryFor(filters)],
    queryFn: ({ pageParam, signal }) =>
      call(auditRoutes.list, {
        query: { ...queryFor(filters), ...(pageParam > 0 && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

export function useAuditChoices(workspace: string) {
  return useQuery({
    queryKey: ['audit-choices', workspace],
    queryFn: ({ signal }) => call(auditRoutes.choices, { signal }),
  });
}

export function useAuditExport() {
  const { t } = useTranslation('audit');
  return useMutation({
    mutationFn: (filters: AuditFilters) =>
      download(auditRoutes.export, { query: queryFor(filters) }, 'audit.csv'),
    meta: { failed: t('exportFailed') },
  });
}
