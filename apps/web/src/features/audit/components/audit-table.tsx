import type { AuditName, AuditRecord } from '@rowcast/contracts/domain/people/audit';
import { Fragment, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/shared/lib/format/format.ts';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';
import { useActionWords } from '../action-words.ts';
import { ChangeDetails } from './change-details.tsx';
import { Names, RecordLink, useRecordNames } from './record-names.tsx';

interface AuditTableProps {
  rows: readonly AuditRecord[] | undefined;
  names: readonly AuditName[];
  loading: boolean;
  empty: ReactNode;
}

const idClasses = 'block font-mono text-faint text-xs max-sm:truncate sm:w-36 sm:break-all';

function Actor({ user_id, user_name }: AuditRecord) {
  const { t } = useTranslation('audit');
  const named = useRecordNames(user_id);
  if (user_id === null) return <span title={t('productHint')}>{t('product')}</span>;
  return (
    <>
      <span className="block [overflow-wrap:anywhere] sm:w-36">
        {named ? <RecordLink named={named} /> : (user_name ?? t('gone'))}
      </span>
      <Id id={user_id} />
    </>
  );
}

/** Shown below the name, because the filter and API clients use the id. */
const Id = ({ id }: { id: string }) => (
  <span className={idClasses} title={id}>
    {id}
  </span>
);

function Target({ target_type, target_id }: AuditRecord) {
  const { t, i18n } = useTranslation('audit');
  const named = useRecordNames(target_id);
  const isKnown = i18n.exists(`kind.${target_type}`, { ns: 'audit' });
  return (
    <div className="sm:w-36">
      <span className="block text-soft">{isKnown ? t(`kind.${target_type as 'api'}`) : target_type}</span>
      {named && <RecordLink named={named} />}
      <Id id={target_id} />
    </div>
  );
}

/** The label above the action's code, which wraps between words to leave room for the details. */
function Action({ action }: { action: string }) {
  const label = useActionWords()(action);
  const parts = action.split(/(?<=[._])/);
  return (
    <>
      {label !== action && <span className="block">{label}</span>}
      <code className="font-mono text-faint text-xs">
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of an action never move
          <Fragment key={at}>
            {at > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </code>
    </>
  );
}

export function AuditTable({ names, ...table }: AuditTableProps) {
  const { t } = useTranslation('audit');
  const byId = useMemo(() => new Map(names.map((each) => [each.id, each])), [names]);
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
      cell: (row) => <Target {...row} />,
    },
    {
      id: 'details',
      saysItself: true,
      header: t('column.details'),
      className: 'w-full align-top max-sm:col-span-2',
      cell: (row) => <ChangeDetails {...row} />,
    },
  ];
  return (
    <Names value={byId}>
      <DataTable {...table} stacked csv={false} label={t('title')} columns={columns} rowId={({ id }) => id} />
    </Names>
  );
}
