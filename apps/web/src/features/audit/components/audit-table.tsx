import type { AuditRecord } from '@rowcast/contracts/domain/audit';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/shared/lib/format.ts';
import { type Column, DataTable } from '@/shared/ui/data-table.tsx';
import { ChangeDetails } from './change-details.tsx';

interface AuditTableProps {
  rows: readonly AuditRecord[] | undefined;
  loading: boolean;
  empty: ReactNode;
}

const idClasses = 'block font-mono text-faint text-xs max-sm:truncate sm:w-36 sm:break-all';

function Actor({ user_id, user_name }: AuditRecord) {
  const { t } = useTranslation('audit');
  if (user_id === null) return <span title={t('productHint')}>{t('product')}</span>;
  return (
    <>
      <span className="block [overflow-wrap:anywhere] sm:w-36">{user_name ?? t('gone')}</span>
      <span className={idClasses} title={user_id}>
        {user_id}
      </span>
    </>
  );
}

/** Breaks between its words, so that the details keep their room. */
function Action({ action }: { action: string }) {
  const words = action.split(/(?<=[._])/);
  return (
    <code className="font-mono text-sm">
      {words.map((word, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of an action never move
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </code>
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
      className: 'align-top max-sm:[overflow-wrap:anywhere]',
      cell: ({ action }) => <Action action={action} />,
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
