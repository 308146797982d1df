import type { Report } from '@rowcast/contracts/domain/models/report';
import { useTranslation } from 'react-i18next';
import { scoreDropText } from '@/features/scores/index.ts';
import { cn } from '@/shared/lib/class-names.ts';
import { ChartFrame } from '@/shared/ui/charts/chart-frame.tsx';
import { withTerms } from '@/shared/ui/layout/term.tsx';
import { EmptyLine } from '@/shared/ui/states/empty-state.tsx';
import type { Column } from '@/shared/ui/tables/data-table.tsx';
import { useReasonText } from '../../../report/reason-text.ts';

type Importance = Report['importance'][number];

const shown = 15;

/** Permutation importance: the score lost when a column is shuffled, with its spread. */
export function ImportanceChart({ report }: { report: Pick<Report, 'importance' | 'metric' | 'omitted'> }) {
  const { t } = useTranslation('models');
  const { importance, metric, omitted } = report;
  const drop = scoreDropText(metric);
  const order = [...importance].sort((a, b) => b.importance - a.importance);
  const top = order.slice(0, shown);
  const place = barScale(top);
  if (order.length === 0) return <NoImportance omitted={omitted} />;
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
      note={withTerms(
        order.length > shown ? t('importance.top', { shown, all: order.length }) : t('importance.note'),
      )}
      rows={order}
      columns={columns}
      rowId={({ column }) => column}
      height={top.length * 26 + 8}
    >
      <div className="grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)_auto] gap-x-3 gap-y-1.5 text-sm leading-5">
        {top.map((one) => (
          <Bar key={one.column} {...one} place={place} text={drop(one.importance)} />
        ))}
      </div>
    </ChartFrame>
  );
}

function NoImportance({ omitted = [] }: Pick<Report, 'omitted'>) {
  const { t } = useTranslation('models');
  const inWords = useReasonText();
  const left = omitted.find(({ part }) => part === 'importance');
  return (
    <>
      <p className="mb-2 font-medium">{t('importance.title')}</p>
      <EmptyLine>{left ? inWords(left.reason, left.why) : t('importance.none')}</EmptyLine>
    </>
  );
}

type Place = (value: number) => number;

/** Scales to percent of the width. The zero point leaves room for negative values. */
export function barScale(bars: readonly Pick<Importance, 'importance' | 'spread'>[]): Place {
  const low = Math.min(0, ...bars.map(({ importance, spread }) => importance - spread));
  const high = Math.max(low + 1e-12, 0, ...bars.map(({ importance, spread }) => importance + spread));
  return (value) => ((value - low) / (high - low)) * 100;
}

/** Positive bars lower the score when shuffled. Negative bars improved it by chance. The line is the spread. */
function Bar({ column, importance, spread, place, text }: Importance & { place: Place; text: string }) {
  const [from, to] = [place(Math.min(0, importance)), place(Math.max(0, importance))];
  const [low, high] = [place(importance - spread), place(importance + spread)];
  return (
    <>
      <span className="max-w-44 truncate" title={column}>
        {column}
      </span>
      <span className="relative h-5">
        <span className="absolute inset-y-0 w-px bg-line-strong" style={{ left: `${place(0)}%` }} />
        <span
          className={cn('absolute top-1 h-3 rounded-sm', importance < 0 ? 'bg-chart-5' : 'bg-chart-1')}
          style={{ left: `${from}%`, width: `${Math.max(0.5, to - from)}%` }}
        />
        <span
          className="absolute top-1.5 h-2 border-text border-x"
          style={{ left: `${low}%`, width: `${high - low}%` }}
        >
          <span className="absolute inset-x-0 top-1/2 h-px bg-text" />
        </span>
      </span>
      <span className="text-right text-soft">{text}</span>
    </>
  );
}
