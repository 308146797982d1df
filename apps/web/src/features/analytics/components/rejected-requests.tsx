import type { DailyFigures } from '@rowcast/contracts/domain/apis/daily-figures';
import { errorCatalogue, isErrorCode } from '@rowcast/contracts/errors';
import { useTranslation } from 'react-i18next';
import { byCode } from '@/shared/i18n/error-message.ts';
import { formatInteger } from '@/shared/lib/format/format.ts';
import { BarChart } from '@/shared/ui/charts/charts.tsx';
import { HttpStatus } from '@/shared/ui/layout/http-status.tsx';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';
import { dayText } from '../day-text.ts';
import { byDay, byReason, type RejectionReason } from '../refusals.ts';

/** The rejected requests by reason. */
export function RejectedRequests({ figures }: { figures: DailyFigures }) {
  const { t } = useTranslation('analytics');
  const reasons = byReason(figures);
  const calls = formatInteger(reasons.reduce((total, each) => total + each.calls, 0));
  const columns: Column<RejectionReason>[] = [
    {
      id: 'status',
      header: t('refused.status'),
      className: 'align-top',
      sortValue: ({ status }) => status,
      cell: ({ status }) => <HttpStatus status={status} />,
    },
    {
      id: 'reason',
      header: t('refused.reason'),
      className: 'min-w-60 max-sm:order-first max-sm:col-span-2',
      cell: ({ code }) => (
        <>
          <p>{byCode({ code, message: isErrorCode(code) ? errorCatalogue[code].message : '' })}</p>
          <code className="break-all font-mono text-soft text-xs">{code}</code>
        </>
      ),
    },
    {
      id: 'calls',
      header: t('calls.calls'),
      className: 'align-top',
      numeric: true,
      sortValue: (each) => each.calls,
      cell: (each) => formatInteger(each.calls),
    },
    {
      id: 'last',
      header: t('refused.last'),
      className: 'whitespace-nowrap align-top',
      sortValue: ({ last }) => last,
      cell: ({ last }) => dayText(last),
    },
  ];
  if (reasons.length === 0) return <p className="text-soft text-sm">{t('refused.none')}</p>;
  return (
    <>
      <section className="min-w-0 rounded-lg border bg-surface p-4">
        <BarChart
          title={t('refused.title')}
          note={t('refused.note', { calls })}
          rows={byDay(figures)}
          x={{ key: 'date', label: t('day'), format: dayText }}
          series={[{ key: 'refused', label: t('refused.calls'), format: formatInteger }]}
        />
      </section>
      <Panel title={t('refused.table')} description={t('refused.tableNote')}>
        <DataTable
          stacked
          label={t('refused.table')}
          columns={columns}
          rows={reasons}
          rowId={({ code }) => code}
        />
      </Panel>
    </>
  );
}
