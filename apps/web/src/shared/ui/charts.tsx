import { lazy, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInteger, formatNumber } from '../lib/format.ts';
import { ChartFrame } from './chart-frame.tsx';
import type { ChartRow, Series } from './chart-series.ts';
import type { Column } from './data-table.tsx';

const Plot = lazy(() => import('./chart-plot.tsx').then((module) => ({ default: module.Plot })));

interface ChartProps {
  title: string;
  note?: ReactNode;
  rows: readonly ChartRow[];
  /** What the rows are counted along. */
  x: { key: string; label: string; format?: (value: number | string) => string };
  series: readonly Series[];
  height?: number;
}

type Kind = 'line' | 'bar' | 'horizontal-bar' | 'scatter';

function Chart({ kind, ...props }: ChartProps & { kind: Kind }) {
  const { title, note, rows, x, series, height = 220 } = props;
  const numbered = useMemo(() => rows.map((values, index) => ({ id: String(index), values })), [rows]);
  const columns = useMemo(
    (): Column<{ id: string; values: ChartRow }>[] => [
      {
        id: x.key,
        header: x.label,
        cell: ({ values }) => (x.format ?? String)(values[x.key] ?? ''),
        sortValue: ({ values }) => values[x.key],
      },
      ...series.map((one) => ({
        id: one.key,
        header: one.label,
        numeric: true,
        cell: ({ values }: { values: ChartRow }) =>
          (one.format ?? formatNumber)(values[one.key] as number | null),
        sortValue: ({ values }: { values: ChartRow }) => values[one.key],
      })),
    ],
    [x, series],
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
