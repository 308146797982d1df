import { Area, Bar, ErrorBar, Line, Scatter } from 'recharts';
import { amount, type ChartRow, type MarkProps, type Series } from './chart-series.ts';

const still = { isAnimationActive: false } as const;

/** One series, drawn by its own mark or the chart's kind. */
export function Mark({ kind, series, colour, dashes }: MarkProps) {
  const what = { ...still, dataKey: series.key, name: series.label };
  if (series.reference)
    return <Line {...what} stroke="var(--line-strong)" strokeDasharray="4 4" dot={false} />;
  const spread = series.spreadKey && (
    <ErrorBar dataKey={series.spreadKey} direction="y" width={3} stroke={colour} {...still} />
  );
  if (kind === 'scatter' || series.mark === 'points') {
    return (
      <Scatter {...what} fill={colour} fillOpacity={series.mark === 'points' ? 0.9 : 0.5}>
        {spread}
      </Scatter>
    );
  }
  if (kind === 'line') {
    return (
      <Line
        {...what}
        type={series.mark === 'step' ? 'stepAfter' : 'linear'}
        stroke={colour}
        strokeWidth={2}
        {...(dashes ? { strokeDasharray: dashes } : {})}
        dot={false}
        connectNulls
      />
    );
  }
  return <Bar {...what} fill={colour} radius={2} maxBarSize={48} />;
}

/** The interval around a series. The tooltip shows it with the value of the series. */
export function Band({ ends, colour }: { ends: NonNullable<Series['band']>; colour: string }) {
  return (
    <Area
      {...still}
      dataKey={(row: ChartRow) => [amount(row, ends.low), amount(row, ends.high)]}
      stroke="none"
      fill={colour}
      fillOpacity={0.15}
      tooltipType="none"
      activeDot={false}
      connectNulls
    />
  );
}
