import type { Report } from '@rowcast/contracts/domain/report';
import { useTranslation } from 'react-i18next';
import { dropText } from '@/features/scores/index.ts';
import { ChartFrame } from '@/shared/ui/chart-frame.tsx';
import type { Column } from '@/shared/ui/data-table.tsx';

type Importance = Report['importance'][number];

const shown = 15;

/** How much the score drops when a column is shuffled, and how far that varies. */
export function ImportanceChart({ report }: { report: Pick<Report, 'importance' | 'metric'> }) {
  const { t } = useTranslation('models');
  const { importance, metric } = report;
  const drop = dropText(metric);
  const order = [...importance].sort((a, b) => b.importance - a.importance);
  const top = order.slice(0, shown);
  const most = Math.max(1e-12, ...top.map((one) => one.importance + one.spread));
  const columns: Column<Importance>[] = [
    {
      id: 'column',
      header: t('importance.column'),
      sortValue: ({ column }) => column,
      cell: ({ column }) => column,
    },
    {
      id: 'importance',
      header: t('importance.drop'),
      numeric: true,
      sortValue: (one) => one.importance,
      cell: (one) => drop(one.importance),
    },
    {
      id: 'spread',
      header: t('importance.spread'),
      numeric: true,
      cell: ({ spread }) => `± ${drop(spread)}`,
    },
  ];
  return (
    <ChartFrame
      title={t('importance.title')}
      note={order.length > shown ? t('importance.top', { shown, all: order.length }) : t('importance.note')}
      rows={order}
      columns={columns}
      rowId={({ column }) => column}
      height={top.length * 26 + 8}
    >
      <div className="grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)_auto] gap-x-3 gap-y-1.5 text-sm leading-5">
        {top.map((one) => (
          <Bar key={one.column} {...one} most={most} text={drop(one.importance)} />
        ))}
      </div>
    </ChartFrame>
  );
}

function Bar({ column, importance, spread, most, text }: Importance & { most: number; text: string }) {
  const share = (value: number) => Math.min(100, Math.max(0, (value / most) * 100));
  const low = share(importance - spread);
  return (
    <>
      <span className="max-w-44 truncate" title={column}>
        {column}
      </span>
      <span className="relative h-5">
        <span
          className="absolute top-1 left-0 h-3 rounded-sm bg-chart-1"
          style={{ width: `${Math.max(0.5, share(importance))}%` }}
        />
        <span
          className="absolute top-2.5 h-px bg-text"
          style={{ left: `${low}%`, width: `${share(importance + spread) - low}%` }}
        />
      </span>
      <span className="text-right text-soft">{text}</span>
    </>
  );
}
