import type { SecurityEvent } from '@rowcast/contracts/domain/people/account-security';
import { parseAsInteger, useQueryState } from 'nuqs';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '@/shared/lib/format/format.ts';
import { usePageWithin } from '@/shared/lib/navigation/page-within.ts';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';
import { Pagination } from '@/shared/ui/tables/pagination.tsx';
import { logPageSize, useSecurityLog } from '../api.ts';
import { DeviceName, PlaceName } from './origin.tsx';

export function SecurityLogPanel() {
  const { t } = useTranslation('security');
  const [requestedPage, setPage] = useQueryState('logPage', parseAsInteger.withDefault(1));
  const page = Math.max(1, requestedPage);
  const { data, error, refetch, isPending } = useSecurityLog(page);
  const isMoving = usePageWithin(data?.pagination, (last) => void setPage(last, { history: 'replace' }));
  const columns: Column<SecurityEvent>[] = [
    { id: 'at', header: t('log.at'), cell: ({ at }) => formatDateTime(at), className: 'whitespace-nowrap' },
    { id: 'event', header: t('log.event'), cell: ({ kind }) => t(`event.${kind}`) },
    {
      id: 'device',
      header: t('log.device'),
      cell: ({ device }) => <DeviceName device={device} />,
      hideBelow: 'sm',
    },
    {
      id: 'place',
      header: t('log.place'),
      cell: ({ place }) => <PlaceName place={place} />,
      hideBelow: 'md',
    },
  ];
  return (
    <Panel title={t('log.title')} description={t('log.description')}>
      <DataTable
        label={t('log.title')}
        columns={columns}
        rows={isMoving ? undefined : data?.data}
        rowId={({ id }) => id}
        loading={isPending || isMoving}
        error={error}
        onRetry={refetch}
      />
      <Pagination
        page={page}
        limit={logPageSize}
        total={data?.pagination.total ?? 0}
        onPage={(next) => void setPage(next, { history: 'push' })}
      />
    </Panel>
  );
}
