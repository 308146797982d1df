import { lazy, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInteger, formatNumber } from '../lib/format.ts';
import { ChartFrame } from './chart-frame.tsx';
import { type ChartAxis, type ChartRow, describeValue, type Series } from './chart-series.ts';
import type { Column } from './data-table.tsx';

const Plot = lazy(() => import('./chart-plot.tsx').then((module) => ({ default: module.Plot })));

interface ChartProps {
  title: string;
  note?: ReactNode;
  rows: readonly ChartRow[];
  x: ChartAxis;
  series: readonly Series[];
  height?: number;
}

type Kind = 'line' | 'bar' | 'horizontal-bar' | 'scatter';

function Chart({ kind, ...props }: ChartProps & { kind: Kind }) {
  const { title, note, rows, x, series, height = 220 } = props;
  const { t } = useTranslation('ui');
  const numbered = useMemo(() => rows.map((values, index) => ({ id: String(index), values })), [rows]);
  const columns = useMemo(
    (): Column<{ id: string; values: ChartRow }>[] => [
      {
        id: x.key,
        header: x.label,
        cell: ({ values }) => (x.format ?? String)(values[x.key] ?? ''),
        sortValue: ({ values }) => values[x.key],
      },
      ...(x.nameKey ? [nameColumn(x.nameKey, t('name'))] : []),
      ...series.map((one) => ({
        id: one.key,
        header: one.label,
        numeric: true,
        cell: ({ values }: { values: ChartRow }) => describeValue(values, one, one.format ?? formatNumber),
        sortValue: ({ values }: { values: ChartRow }) => values[one.key],
      })),
    ],
    [x, series, t],
  );
  return (
    <ChartFrame
      title={title}
      note={note}
      rows={numbered}
      columns={columns}
      rowId={(row) => row.id}
      height={height}
    >
      <Plot kind={kind} rows={rows} x={x} series={series} />
    </ChartFrame>
  );
}

const nameColumn = (key: string, header: string): Column<{ id: string; values: ChartRow }> => ({
  id: key,
  header,
  cell: ({ values }) => values[key],
  sortValue: ({ values }) => values[key],
});

export const LineChart = (props: ChartProps) => <Chart kind="line" {...props} />;
export const ScatterChart = (props: ChartProps) => <Chart kind="scatter" {...props} />;

/** Bars stand up; `horizontal` lays them down, for long labels. */
export function BarChart({ horizontal = false, ...props }: ChartProps & { horizontal?: boolean }) {
  return <Chart kind={horizontal ? 'horizontal-bar' : 'bar'} {...props} />;
}

interface HistogramProps {
  title: string;
  note?: ReactNode;
  bins: readonly { from: number; to: number; count: number }[];
  format?: (value: number) => string;
  height?: number;
}

export function Histogram({ bins, format = formatNumber, ...props }: HistogramProps) {
  const { t } = useTranslation('ui');
  const rows = useMemo(
    () => bins.map(({ from, to, count }) => ({ range: `${format(from)} – ${format(to)}`, count })),
    [bins, format],
  );
  return (
    <Chart
      kind="bar"
      rows={rows}
      x={{ key: 'range', label: t('range') }}
      series={[{ key: 'count', label: t('count'), format: formatInteger }]}
      {...props}
    />
  );
}
