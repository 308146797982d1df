import { lazy, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '../../lib/class-names.ts';
import { formatInteger, formatNumber } from '../../lib/format/format.ts';
import type { Column } from '../tables/data-table.tsx';
import { ChartFrame } from './chart-frame.tsx';
import {
  type ChartAxis,
  type ChartKind,
  type ChartRow,
  colourOf,
  dashesOf,
  describeValue,
  type MarkProps,
  type Series,
  type ValueAxis,
} from './chart-series.ts';

const Plot = lazy(() => import('./chart-plot.tsx').then((module) => ({ default: module.Plot })));

interface ChartProps {
  title: string;
  note?: ReactNode;
  rows: readonly ChartRow[];
  /** Points that extend the lines but are not rows of the table. */
  beyond?: readonly ChartRow[];
  x: ChartAxis;
  y?: ValueAxis;
  series: readonly Series[];
  height?: number;
}

const none: readonly ChartRow[] = [];

function Chart({ kind, ...props }: ChartProps & { kind: ChartKind }) {
  const { title, note, rows, beyond = none, x, y, series, height = 240 } = props;
  const { t } = useTranslation('ui');
  const numbered = useMemo(() => rows.map((values, index) => ({ id: String(index), values })), [rows]);
  // Moments are stored as numbers, which are unreadable in a file.
  const isNumber = x.time !== 'moments' && rows.every((row) => typeof row[x.key] === 'number');
  const columns = useMemo(
    (): Column<{ id: string; values: ChartRow }>[] => [
      {
        id: x.key,
        header: x.label,
        numeric: isNumber,
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
        savedAsShown: one.spreadKey !== undefined || one.band !== undefined,
      })),
    ],
    [x, series, isNumber, t],
  );
  return (
    <ChartFrame
      title={title}
      note={note}
      legend={<Legend kind={kind} series={series} />}
      rows={numbered}
      columns={columns}
      rowId={(row) => row.id}
      height={height}
    >
      <Plot title={title} kind={kind} rows={[...rows, ...beyond]} x={x} y={y} series={series} />
    </ChartFrame>
  );
}

/** Explains colours and dashes if there is more than one series. */
function Legend({ kind, series }: { kind: ChartKind; series: readonly Series[] }) {
  const dashes = dashesOf(kind, series);
  if (series.length < 2) return null;
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 text-soft text-sm">
      {series.map((one, index) => (
        <li key={one.key} className="flex items-center gap-1.5 [overflow-wrap:anywhere]">
          <LegendMark kind={kind} series={one} colour={colourOf(index)} dashes={dashes(one)} />
          {one.label}
        </li>
      ))}
    </ul>
  );
}

function LegendMark({ kind, series: { reference, mark }, colour, dashes }: MarkProps) {
  if (dashes)
    return (
      <svg aria-hidden className="h-0.5 w-7 shrink-0">
        <path d="M0 1H28" stroke={colour} strokeWidth={2} strokeDasharray={dashes} />
      </svg>
    );
  return (
    <span
      aria-hidden
      className={cn(
        'shrink-0',
        reference && 'w-3 border-line-strong border-t border-dashed',
        !reference &&
          (mark === 'points' || kind === 'scatter' ? 'size-2 rounded-full' : 'h-0.5 w-3 rounded-full'),
      )}
      style={reference ? {} : { background: colour }}
    />
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

/** Bars are vertical; `horizontal` suits long labels. */
export function BarChart({ horizontal = false, ...props }: ChartProps & { horizontal?: boolean }) {
  return <Chart kind={horizontal ? 'horizontal-bar' : 'bar'} {...props} />;
}

interface HistogramProps {
  title: string;
  note?: ReactNode;
  /** The name of the counted items. */
  label: string;
  bins: readonly { from: number; to: number; count: number }[];
  format?: (value: number) => string;
  height?: number;
}

export function Histogram({ bins, label, format = formatNumber, ...props }: HistogramProps) {
  const { t } = useTranslation('ui');
  const rows = useMemo(
    () => bins.map(({ from, to, count }) => ({ range: `${format(from)} – ${format(to)}`, count })),
    [bins, format],
  );
  return (
    <Chart
      kind="bar"
      rows={rows}
      x={{ key: 'range', label }}
      series={[{ key: 'count', label: t('count'), format: formatInteger }]}
      {...props}
    />
  );
}
