import type { FieldSchema, Report } from '@rowcast/contracts/domain/models/report';
import { useTranslation } from 'react-i18next';
import { smallerIsBetter } from '@/features/scores/index.ts';
import { boundText } from '@/shared/lib/format/bound-text.ts';
import { formatDataDate, formatInteger, formatMetric } from '@/shared/lib/format/format.ts';
import { Panel } from '@/shared/ui/layout/panel.tsx';
import { type Column, DataTable } from '@/shared/ui/tables/data-table.tsx';

type Slices = NonNullable<Report['slices']>;
type Slice = Slices['slices'][number];

interface SlicePanelProps {
  slices: Slices;
  fields: readonly FieldSchema[];
}

/** Segments of rows with a clearly worse score. */
export function SlicePanel({ slices: { metric, overall, tested, slices }, fields }: SlicePanelProps) {
  const { t } = useTranslation('models');
  const name = useSliceName(fields);
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

/** Describes a segment, such as "age from 60 to 75". */
function useSliceName(fields: readonly FieldSchema[]) {
  const { t } = useTranslation('models');
  return (slice: Slice): string => {
    const { column, category, from, to, missing } = slice;
    if (missing) return t('slices.missing', { column });
    if (category !== null) return t('slices.is', { column, value: category });
    const field = fields.find(({ name }) => name === column);
    const bound = segmentBoundText(slice, field);
    const ends = { column, from: bound(from), to: bound(to) };
    if (from === null) return t('slices.upTo', ends);
    return to === null ? t('slices.from', ends) : t('slices.between', ends);
  };
}

function segmentBoundText(
  { kind, from, to }: Slice,
  field: FieldSchema | undefined,
): (bound: number | null) => string {
  if (kind === 'datetime') return (bound) => (bound === null ? '–' : formatDataDate(bound));
  return boundText(from === null || to === null ? [] : [{ from, to }], field);
}
