import type { LoggedCall } from '@rowcast/contracts/domain/apis/request-log';
import { CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/lib/class-names.ts';
import { formatInteger, formatMilliseconds, formatTime } from '@/shared/lib/format/format.ts';
import { Badge } from '@/shared/ui/layout/badge.tsx';
import { HttpStatus } from '@/shared/ui/layout/http-status.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';
import { rowsOf } from '../rows-of.ts';

interface LogTableProps {
  rows: readonly LoggedCall[] | undefined;
  loading: boolean;
  error: unknown;
  onRetry: () => unknown;
  onOpen: (callId: string) => void;
  empty: ReactNode;
}

interface MarkProps {
  icon: LucideIcon;
  count: number;
  label: string;
  className: string;
}

/** Marks a successful request with warnings. */
function Mark({ icon: Icon, count, label, className }: MarkProps) {
  return (
    <span className={cn('inline-flex items-center gap-1 text-sm', className)} title={label}>
      <Icon className="size-4 shrink-0" aria-hidden />
      <span aria-hidden className="sm:hidden">
        {formatInteger(count)}
      </span>
      <span className="max-sm:sr-only">{label}</span>
    </span>
  );
}

export function LogTable({ onOpen, ...table }: LogTableProps) {
  const { t } = useTranslation('logs');
  const columns: Column<LoggedCall>[] = [
    {
      id: 'at',
      header: t('column.at'),
      className: 'tabular-nums sm:whitespace-nowrap',
      cell: ({ id, at }) => (
        <button
          type="button"
          className="rounded-sm text-left font-medium hover:underline"
          onClick={() => onOpen(id)}
          aria-label={t('open', { at: formatTime(at) })}
        >
          {formatTime(at)}
        </button>
      ),
    },
    {
      id: 'status',
      header: t('column.status'),
      className: 'whitespace-nowrap',
      cell: ({ status, code, warnings, failedRows }) => (
        <span className="flex flex-wrap items-center gap-x-2">
          <HttpStatus status={status} />
          {failedRows !== null && failedRows > 0 && (
            <Mark
              icon={CircleX}
              count={failedRows}
              label={t('failedRows', { count: failedRows })}
              className="text-red"
            />
          )}
          {warnings !== null && warnings > 0 && (
            <Mark
              icon={TriangleAlert}
              count={warnings}
              label={t('warnings', { count: warnings })}
              className="text-yellow"
            />
          )}
          {code && <code className="hidden font-mono text-soft text-sm lg:inline">{code}</code>}
        </span>
      ),
    },
    {
      id: 'key',
      header: t('column.key'),
      hideBelow: 'sm',
      cell: ({ keyId, keyName }) => keyName ?? (keyId ? t('keyGone') : t('source.console')),
    },
    {
      id: 'model',
      header: t('column.model'),
      hideBelow: 'md',
      className: 'whitespace-nowrap',
      cell: ({ modelVersion, label }) => (
        <span className="flex items-center gap-2">
          {modelVersion === null ? '–' : `v${modelVersion}`}
          {label === 'candidate' && <Badge tone="yellow">{t('label.candidate')}</Badge>}
        </span>
      ),
    },
    { id: 'rows', header: t('column.rows'), numeric: true, cell: (call) => rowsOf(call) },
    {
      id: 'latency',
      header: t('column.latency'),
      numeric: true,
      className: 'whitespace-nowrap',
      cell: ({ latencyMs }) => formatMilliseconds(latencyMs),
    },
  ];
  return (
    <DataTable
      {...table}
      label={t('title')}
      columns={columns}
      rowId={({ id, at }) => `${at} ${id}`}
      onRowClick={({ id }) => onOpen(id)}
    />
  );
}
