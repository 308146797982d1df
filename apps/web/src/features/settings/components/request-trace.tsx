import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMilliseconds } from '@/shared/lib/format/format.ts';
import { type TracedRequest, useRequestTrace } from '@/shared/lib/http/request-trace.ts';
import { Button } from '@/shared/ui/actions/button.tsx';
import { CopyButton } from '@/shared/ui/actions/copy-button.tsx';
import { HttpStatus } from '@/shared/ui/layout/http-status.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';

/** Debug mode: the requests of this page with their duration and request id. */
export function RequestTrace() {
  const { t } = useTranslation('ui', { keyPrefix: 'debug' });
  const [open, setOpen] = useState(false);
  const requests = useRequestTrace((trace) => trace.requests);
  const latest = requests[0];
  const columns: Column<TracedRequest>[] = [
    {
      id: 'request',
      header: t('request'),
      cell: ({ method, path }) => (
        <code className="break-all text-xs">
          {method.toUpperCase()} {path}
        </code>
      ),
    },
    {
      id: 'status',
      header: t('status'),
      cell: ({ status }) => <HttpStatus status={status} />,
    },
    {
      id: 'time',
      header: t('time'),
      numeric: true,
      cell: ({ milliseconds }) => formatMilliseconds(milliseconds),
    },
    {
      id: 'id',
      header: t('id'),
      hideBelow: 'sm',
      cell: ({ id }) => (
        <span className="flex items-center gap-1">
          <code className="truncate text-xs">{id}</code>
          <CopyButton text={id} label={t('copy')} />
        </span>
      ),
    },
  ];
  return (
    <section aria-label={t('title')} className="sticky bottom-0 z-20 border-t bg-raised">
      <Button
        variant="ghost"
        size="sm"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="w-full justify-start gap-3 rounded-none"
      >
        {open ? <ChevronDown aria-hidden /> : <ChevronUp aria-hidden />}
        {t('title')}
        {latest && (
          <span className="min-w-0 truncate font-mono font-normal text-xs">
            {latest.method.toUpperCase()} {latest.path} · {latest.status ?? '–'} ·{' '}
            {formatMilliseconds(latest.milliseconds)} · {latest.id}
          </span>
        )}
      </Button>
      {open && (
        <div className="max-h-72 overflow-y-auto border-t">
          <DataTable
            label={t('title')}
            columns={columns}
            rows={requests}
            rowId={({ id, path, milliseconds }) => `${id}${path}${milliseconds}`}
          />
        </div>
      )}
    </section>
  );
}
