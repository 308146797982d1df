import { CartesianGrid, ComposedChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatNumber } from '../../lib/format/format.ts';
import { Band, Mark } from './chart-mark.tsx';
import {
  type ChartAxis,
  type ChartKind,
  type ChartRow,
  colourOf,
  dashesOf,
  describeValue,
  type Series,
  type ValueAxis,
} from './chart-series.ts';
import {
  areDistinct,
  areIntegers,
  type Ends,
  extentOf,
  roundEnds,
  roundStep,
  ticksOf,
  tickText,
  timeStep,
  truncateText,
  widened,
} from './chart-ticks.ts';

interface PlotProps {
  title: string;
  kind: ChartKind;
  rows: readonly ChartRow[];
  x: ChartAxis;
  y: ValueAxis | undefined;
  series: readonly Series[];
}

/** Recharts properties of an axis with round ticks. */
const axisOf = (ends: Ends, step: number) => ({ domain: [...ends], ticks: ticksOf(ends, step) });

/** Scores lie close together; amounts may be large. */
function valueAxis({ kind, rows, y, series }: PlotProps) {
  const [low, high] = extentOf(rows, series) ?? [0, 1];
  const bars = kind === 'bar' || kind === 'horizontal-bar';
  const counts = bars && areIntegers(rows, series);
  const ends: Ends = bars ? [Math.min(0, low), Math.max(counts ? 1 : 0, high)] : [low, high];
  const whole = widened(ends);
  const most = y?.most ?? Number.POSITIVE_INFINITY;
  const shown: Ends = y?.ends ?? [whole[0], Math.min(most, whole[1])];
  const step = Math.max(roundStep(shown), counts ? 1 : 0);
  return {
    ...axisOf(roundEnds(shown, step), step),
    allowDataOverflow: whole[1] > most,
    tickFormatter: y?.tick ?? tickText(step),
  };
}

/** The numeric x axis. Only points need padding, since the frame would cut them. */
function numericAxis({ kind, rows, x }: PlotProps) {
  const [low, high] = extentOf(rows, [{ key: x.key, label: x.label }]) ?? [0, 1];
  const shown = widened([x.from ?? low, x.to ?? high]);
  if (x.time === 'moments') return { type: 'number', domain: [...shown] } as const;
  const step = x.time === 'seconds' ? timeStep(shown) : roundStep(shown);
  const ends = kind === 'scatter' ? roundEnds(shown, step) : shown;
  const hasDistinctTicks = step < 1000 && (!x.format || areDistinct(ticksOf(ends, step), x.format));
  const text = x.tick ?? (x.time || hasDistinctTicks ? x.format : tickText(step));
  return { type: 'number', ...axisOf(ends, step), ...(text ? { tickFormatter: text } : {}) } as const;
}

const titleText = { fill: 'var(--text-soft)', fontSize: 12 } as const;
const below = { ...titleText, position: 'insideBottom' } as const;
const beside = {
  ...titleText,
  position: 'insideLeft',
  angle: -90,
  style: { textAnchor: 'middle' },
} as const;

/** For labels beside horizontal bars; the tooltip shows the full name. */
const maxLetters = 17;

const tick = { fill: 'var(--text-faint)', fontSize: 12 };

/** The part of a chart that needs Recharts; loaded when a chart is first shown. */
export function Plot(props: PlotProps) {
  const { title, kind, rows, x, y, series } = props;
  const lying = kind === 'horizontal-bar';
  const numericX = kind === 'scatter' || (kind === 'line' && typeof rows[0]?.[x.key] === 'number');
  const label = (value: unknown) => (x.format ?? String)(value as number | string);
  const longest = Math.max(0, ...rows.map((row) => label(row[x.key]).length));
  const labelWidth = 16 + 7 * Math.min(longest, maxLetters);
  const dashes = dashesOf(kind, series);
  const axis = { tick, tickLine: false, stroke: 'var(--line)' } as const;
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        aria-label={title}
        data={[...rows]}
        layout={lying ? 'vertical' : 'horizontal'}
        margin={{ top: 8, right: 12, bottom: 0, left: 4 }}
        barCategoryGap={kind === 'bar' ? '8%' : '24%'}
      >
        <CartesianGrid stroke="var(--line)" vertical={lying} horizontal={!lying} />
        {lying ? (
          <>
            <XAxis
              type="number"
              {...axis}
              {...valueAxis(props)}
              {...(y?.label ? { height: 46, label: { ...below, value: y.label } } : {})}
            />
            <YAxis
              type="category"
              dataKey={x.key}
              width={labelWidth}
              interval={0}
              {...axis}
              tickFormatter={(value) => truncateText(label(value), maxLetters)}
            />
          </>
        ) : (
          <>
            <XAxis
              dataKey={x.key}
              {...axis}
              tickFormatter={label}
              {...(numericX ? numericAxis(props) : {})}
              interval={numericX ? 'equidistantPreserveStart' : 'preserveEnd'}
              minTickGap={16}
              height={46}
              label={{ ...below, value: x.label }}
            />
            <YAxis
              width="auto"
              {...axis}
              {...valueAxis(props)}
              axisLine={false}
              {...(y?.label ? { label: { ...beside, value: y.label } } : {})}
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
          <Mark key={one.key} kind={kind} series={one} colour={colourOf(index)} dashes={dashes(one)} />
        ))}
      </ComposedChart>
    </ResponsiveContainer>
  );
}
