import type { ColumnProfile } from '@rowcast/contracts/domain/datasets/profile';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInteger, formatNumber, formatPercent, formatShare } from '@/shared/lib/format/format.ts';
import { BarChart, Histogram } from '@/shared/ui/charts/charts.tsx';
import { Sheet } from '@/shared/ui/dialogs/sheet.tsx';
import { Facts } from '@/shared/ui/tables/facts.tsx';
import { binText, formatColumnBound, formatColumnValue, missingShare } from '../../columns/column-figures.ts';
import { Conversions } from './conversions.tsx';

interface ColumnSheetProps {
  column: ColumnProfile | null;
  rows: number;
  typeSelect: (column: ColumnProfile) => ReactNode;
  onClose: () => void;
}

/** All details of one column. */
export function ColumnSheet({ column, rows, typeSelect, onClose }: ColumnSheetProps) {
  // Keeps showing the last column while the panel closes.
  const [last, setLast] = useState(column);
  if (column && column !== last) setLast(column);
  const shown = column ?? last;
  return (
    <Sheet open={column !== null} onClose={onClose} title={shown?.name ?? ''} wide>
      {shown && <ColumnDetails column={shown} rows={rows} typeSelect={typeSelect} />}
    </Sheet>
  );
}

const quantileShares = [0, 0.05, 0.25, 0.5, 0.75, 0.95, 1];

function ColumnDetails({
  column,
  rows,
  typeSelect,
}: Omit<ColumnSheetProps, 'column' | 'onClose'> & { column: ColumnProfile }) {
  const { t } = useTranslation('datasets');
  const value = (amount: number | null) => formatColumnValue(column, amount);
  const numeric = column.min !== null;
  return (
    <div className="grid gap-6">
      <Facts
        items={[
          { label: t('column.type'), value: <div className="ml-auto w-44">{typeSelect(column)}</div> },
          {
            label: t('column.missing'),
            value: `${formatInteger(column.missing)} (${formatShare(missingShare(column, rows))})`,
          },
          { label: t('column.distinct'), value: formatInteger(column.distinct) },
          ...(numeric
            ? [
                { label: t('stat.min'), value: formatColumnBound(column, column.min) },
                { label: t('stat.max'), value: formatColumnBound(column, column.max) },
                { label: t('stat.mean'), value: value(column.mean) },
                { label: t('stat.std'), value: column.type === 'datetime' ? '–' : formatNumber(column.std) },
              ]
            : []),
          ...(column.examples.length > 0
            ? [{ label: t('stat.examples'), value: column.examples.join(', ') }]
            : []),
        ]}
      />
      <Conversions column={column} />
      {column.histogram.length > 0 && (
        <Histogram
          title={t('column.distribution')}
          label={column.name}
          bins={column.histogram}
          format={binText(column)}
        />
      )}
      {column.topValues.length > 0 && (
        <BarChart
          horizontal
          title={t('stat.topValues')}
          rows={column.topValues.map(({ value: name, count }) => ({ name, count }))}
          x={{ key: 'name', label: t('stat.value') }}
          series={[{ key: 'count', label: t('stat.count'), format: formatInteger }]}
          height={Math.max(120, column.topValues.length * 30)}
        />
      )}
      {column.quantiles.length === quantileShares.length && (
        <section className="grid gap-2">
          <h3 className="font-medium">{t('stat.quantiles')}</h3>
          <Facts
            items={column.quantiles.map((quantile, index) => ({
              label: formatPercent(quantileShares[index], 0),
              value: value(quantile),
            }))}
          />
        </section>
      )}
    </div>
  );
}
