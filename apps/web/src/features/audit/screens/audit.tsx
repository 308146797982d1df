import { Download, ScrollText, ShieldOff } from 'lucide-react';
import { parseAsString, useQueryStates } from 'nuqs';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { useMe, usePermission } from '@/features/auth/index.ts';
import { useTitle } from '@/shared/lib/navigation/title.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { PageHeader } from '@/shared/ui/layout/page-header.tsx';
import { EmptyState } from '@/shared/ui/states/empty-state.tsx';
import { ErrorState } from '@/shared/ui/states/error-state.tsx';
import { type AuditFilters, useAuditExport, useAuditLogs } from '../api.ts';
import { AuditFilterBar } from '../components/audit-filter-bar.tsx';
import { AuditTable } from '../components/audit-table.tsx';

const text = parseAsString.withDefault('');
const parsers = { user: text, action: text, target: text, from: text, to: text };

function Entries({ workspace, filters }: { workspace: string; filters: AuditFilters }) {
  const { t } = useTranslation('audit');
  const { data, error, isLoading, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useAuditLogs(
    workspace,
    filters,
  );
  if (error && !data) return <ErrorState error={error} failed={t('failed')} onRetry={refetch} />;
  const filtered = Object.values(filters).some(Boolean);
  return (
    <>
      <AuditTable
        rows={data?.pages.flatMap((page) => page.data)}
        names={data?.pages.flatMap((page) => page.names) ?? []}
        loading={isLoading}
        empty={<EmptyState icon={ScrollText} title={filtered ? t('emptyFiltered') : t('empty')} />}
      />
      {/* Below the table, which does not move when the message disappears. */}
      {isLoading && <p role="status">{t('loading')}</p>}
      {hasNextPage && (
        <Button
          className="justify-self-center"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('older')}
        </Button>
      )}
    </>
  );
}

/** For team managers only. Other users' browsers don't send the request. */
export function AuditScreen() {
  const { t } = useTranslation('audit');
  useTitle(t('title'));
  const { username = '' } = useParams();
  const known = useMe().data !== undefined;
  const allowed = usePermission('Manage Team');
  const [filters, setFilters] = useQueryStates(parsers, { clearOnDefault: true });
  const exported = useAuditExport();
  if (!known) return <PageHeader title={t('title')} description={t('loading')} />;
  if (!allowed) {
    return (
      <>
        <PageHeader title={t('title')} />
        <EmptyState icon={ShieldOff} title={t('notAuthorized')} hint={t('notAuthorizedHint')} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <Button busy={exported.isPending} onClick={() => exported.mutate(filters)}>
            <Download aria-hidden />
            {t('export')}
          </Button>
        }
      />
      <div className="grid grid-cols-1 gap-4">
        <AuditFilterBar
          workspace={username}
          filters={filters}
          onChange={(change) => void setFilters(change)}
        />
        <Entries workspace={username} filters={filters} />
      </div>
    </>
  );
}
