import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Scatter,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { formatCompact, formatNumber } from '../lib/format.ts';
import type { ChartRow, Series } from './chart-series.ts';

interface PlotProps {
  kind: 'line' | 'bar' | 'horizontal-bar' | 'scatter';
  rows: readonly ChartRow[];
  x: { key: string; label: string; format?: (value: number | string) => string };
  series: readonly Series[];
}

const colours = ['var(--chart-1)', 'var(--chart-2)', 'var(--chart-3)', 'var(--chart-4)', 'var(--chart-5)'];
const tick = { fill: 'var(--text-faint)', fontSize: 12 };
const still = { isAnimationActive: false } as const;

/** The part of a chart that needs Recharts; loaded when a chart is first shown. */
export function Plot({ kind, rows, x, series }: PlotProps) {
  const lying = kind === 'horizontal-bar';
  const numericX = kind === 'scatter' || (kind === 'line' && typeof rows[0]?.[x.key] === 'number');
  const label = (value: unknown) => (x.format ?? String)(value as number | string);
  const labelWidth = Math.min(140, 16 + 7 * Math.max(0, ...rows.map((row) => label(row[x.key]).length)));
  const axis = { tick, tickLine: false, stroke: 'var(--line)' } as const;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={[...rows]}
        layout={lying ? 'vertical' : 'horizontal'}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        barCategoryGap={kind === 'bar' ? '8%' : '24%'}
        accessibilityLayer={false}
      >
        <CartesianGrid stroke="var(--line)" vertical={lying} horizontal={!lying} />
        {lying ? (
          <>
            <XAxis type="number" {...axis} tickFormatter={formatCompact} />
            <YAxis
              type="category"
              dataKey={x.key}
              width={labelWidth}
              interval={0}
              {...axis}
              tickFormatter={label}
            />
          </>
        ) : (
          <>
            <XAxis
              dataKey={x.key}
              {...axis}
              {...(numericX ? { type: 'number', domain: ['dataMin', 'dataMax'] } : {})}
              tickFormatter={label}
              minTickGap={24}
            />
            <YAxis
              width={48}
              {...axis}
              axisLine={false}
              tickFormatter={formatCompact}
              domain={['auto', 'auto']}
            />
          </>
        )}
        <Tooltip
          cursor={{ fill: 'var(--hover)', stroke: 'var(--line-strong)' }}
          contentStyle={{
            background: 'var(--raised)',
            border: '1px solid var(--line)',
            borderRadius: 6,
            fontSize: 12,
            padding: '6px 10px',
          }}
          labelStyle={{ color: 'var(--text-soft)' }}
          itemStyle={{ color: 'var(--text)' }}
          labelFormatter={label}
          formatter={(value, name) => [
            (series.find((one) => one.label === name)?.format ?? formatNumber)(value as number | null),
            name,
          ]}
        />
        {series.map((one, index) => (
          <Mark
            key={one.key}
            kind={kind}
            series={one}
            colour={colours[index % colours.length] ?? 'currentColor'}
          />
        ))}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

function Mark({ kind, series, colour }: { kind: PlotProps['kind']; series: Series; colour: string }) {
  if (series.reference) {
    return (
      <Line
        {...still}
        dataKey={series.key}
        name={series.label}
        stroke="var(--line-strong)"
        strokeDasharray="4 4"
        dot={false}
      />
    );
  }
  if (kind === 'scatter')
    return <Scatter {...still} dataKey={series.key} name={series.label} fill={colour} fillOpacity={0.5} />;
  if (kind === 'line') {
    return (
      <Line
        {...still}
        dataKey={series.key}
        name={series.label}
        stroke={colour}
        strokeWidth={2}
        dot={false}
        connectNulls
      />
    );
  }
  return <Bar {...still} dataKey={series.key} name={series.label} fill={colour} radius={2} maxBarSize={48} />;
}
