import { CartesianGrid, ComposedChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCompact, formatNumber } from '../lib/format.ts';
import { Band, Mark } from './chart-mark.tsx';
import { type ChartAxis, type ChartRow, colourOf, describeValue, type Series } from './chart-series.ts';

interface PlotProps {
  kind: 'line' | 'bar' | 'horizontal-bar' | 'scatter';
  rows: readonly ChartRow[];
  x: ChartAxis;
  series: readonly Series[];
}

/** Scores lie close together, amounts may be huge. */
const tickText = (value: number) => (Math.abs(value) < 1000 ? formatNumber(value, 4) : formatCompact(value));
const tick = { fill: 'var(--text-faint)', fontSize: 12 };

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
      >
        <CartesianGrid stroke="var(--line)" vertical={lying} horizontal={!lying} />
        {lying ? (
          <>
            <XAxis type="number" {...axis} tickFormatter={tickText} />
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
              {...(numericX ? { type: 'number', domain: [x.from ?? 'dataMin', 'dataMax'] } : {})}
              tickFormatter={label}
              minTickGap={24}
            />
            <YAxis width={48} {...axis} axisLine={false} tickFormatter={tickText} domain={['auto', 'auto']} />
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
          labelFormatter={(value, [entry]) => {
            const row: ChartRow = entry?.payload ?? {};
            return x.nameKey && row[x.nameKey] ? `${row[x.nameKey]} · ${label(value)}` : label(value);
          }}
          formatter={(_, name, { payload }) => {
            const one = series.find(({ label: known }) => known === name);
            return [one ? describeValue(payload, one, one.format ?? formatNumber) : null, name];
          }}
        />
        {series.map(
          (one, index) =>
            one.band && <Band key={`${one.key} band`} ends={one.band} colour={colourOf(index)} />,
        )}
        {series.map((one, index) => (
          <Mark key={one.key} kind={kind} series={one} colour={colourOf(index)} />
        ))}
      </ComposedChart>
    </ResponsiveContainer>
  );
}
