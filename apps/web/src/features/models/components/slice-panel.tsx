import type { Report } from '@rowcast/contracts/domain/report';
import { useTranslation } from 'react-i18next';
import { smallerIsBetter } from '@/features/scores/index.ts';
import { formatDataDate, formatInteger, formatMetric, formatNumber } from '@/shared/lib/format.ts';
import { type Column, DataTable } from '@/shared/ui/data-table.tsx';
import { Panel } from '@/shared/ui/panel.tsx';

type Slices = NonNullable<Report['slices']>;
type Slice = Slices['slices'][number];

const bound = ({ kind }: Slice, value: number | null) =>
  kind === 'datetime' && value !== null ? formatDataDate(value) : formatNumber(value);

/** Groups of rows that the model answers clearly worse than the others. */
export function SlicePanel({ slices: { metric, overall, tested, slices } }: { slices: Slices }) {
  const { t } = useTranslation('models');
  const name = useSliceName();
  const columns: Column<Slice>[] = [
    { id: 'slice', header: t('slices.slice'), className: 'min-w-40', cell: name },
    {
      id: 'score',
      header: t(`metric.${metric}`),
      numeric: true,
      className: 'whitespace-nowrap',
      sortValue: ({ score }) => score,
      savedAsShown: true,
      cell: ({ score, low, high }) => (
        <>
          {formatMetric(score, metric)}{' '}
          <span className="text-faint">
            {formatMetric(low, metric)}–{formatMetric(high, metric)}
          </span>
        </>
      ),
    },
    {
      id: 'rows',
      header: t('slices.rows'),
      numeric: true,
      sortValue: ({ rows }) => rows,
      cell: ({ rows }) => formatInteger(rows),
    },
  ];
  if (slices.length === 0) {
    return (
      <Panel title={t('slices.title')}>
        <p className="text-soft">{t('slices.none', { tested: formatInteger(tested) })}</p>
      </Panel>
    );
  }
  return (
    <Panel
      title={t('slices.title')}
      description={t('slices.note', {
        metric: t(`metric.${metric}`),
        overall: formatMetric(overall, metric),
        tested: formatInteger(tested),
      })}
    >
      <DataTable
        label={t('slices.title')}
        columns={columns}
        rows={slices}
        rowId={(slice) => `${slice.column} ${slice.category} ${slice.from} ${slice.to} ${slice.missing}`}
        initialSort={{ column: 'score', descending: smallerIsBetter(metric) }}
      />
    </Panel>
  );
}

/** A group of rows in words, such as "age from 60 to 75". */
export function useSliceName() {
  const { t } = useTranslation('models');
  return (slice: Slice): string => {
    const { column, category, from, to, missing } = slice;
    if (missing) return t('slices.missing', { column });
    if (category !== null) return t('slices.is', { column, value: category });
    const ends = { column, from: bound(slice, from), to: bound(slice, to) };
    if (from === null) return t('slices.upTo', ends);
    return to === null ? t('slices.from', ends) : t('slices.between', ends);
  };
}
