import type { AuditRecord } from '@rowcast/contracts/domain/audit';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/shared/lib/format.ts';
import { type Column, DataTable } from '@/shared/ui/data-table.tsx';
import { ChangeDetails } from './change-details.tsx';

interface AuditTableProps {
  rows: readonly AuditRecord[] | undefined;
  loading: boolean;
  empty: ReactNode;
}

const idClasses = 'block max-w-40 truncate font-mono text-faint text-xs';

function Actor({ user_id, user_name }: AuditRecord) {
  const { t } = useTranslation('audit');
  if (user_id === null) return <span title={t('productHint')}>{t('product')}</span>;
  return (
    <>
      <span className="block max-w-40 truncate">{user_name ?? t('gone')}</span>
      <span className={idClasses} title={user_id}>
        {user_id}
      </span>
    </>
  );
}

export function AuditTable(props: AuditTableProps) {
  const { t } = useTranslation('audit');
  const columns: Column<AuditRecord>[] = [
    {
      id: 'timestamp',
      header: t('column.timestamp'),
      className: 'whitespace-nowrap align-top tabular-nums',
      cell: ({ timestamp }) => <time dateTime={timestamp}>{formatTime(timestamp)}</time>,
    },
    { id: 'user', header: t('column.user'), className: 'align-top', cell: (row) => <Actor {...row} /> },
    {
      id: 'action',
      header: t('column.action'),
      className: 'align-top [overflow-wrap:anywhere] sm:whitespace-nowrap',
      cell: ({ action }) => <code className="font-mono text-sm">{action}</code>,
    },
    {
      id: 'target',
      header: t('column.target'),
      className: 'align-top',
      cell: ({ target_type, target_id }) => (
        <>
          <span className="block">{target_type}</span>
          <span className={idClasses} title={target_id}>
            {target_id}
          </span>
        </>
      ),
    },
    {
      id: 'details',
      header: t('column.details'),
      className: 'w-full align-top max-sm:col-span-2',
      cell: (row) => <ChangeDetails {...row} />,
    },
  ];
  return <DataTable {...props} stacked label={t('title')} columns={columns} rowId={({ id }) => id} />;
}
