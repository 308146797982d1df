import { type Interval, rangeOf } from '@/features/scores/index.ts';
import { cn } from '@/shared/lib/class-names.ts';
import { formatExact, formatMetric } from '@/shared/lib/format/format.ts';

export interface ComparedScore {
  label: string;
  interval: Interval;
  strong?: boolean;
}

/** Scores on one scale, each with its 95 % interval. Empty if no score has a value. */
export function ScoreComparison({ rows }: { rows: readonly ComparedScore[] }) {
  const ends = rows.flatMap(({ interval: { value, low, high } }) => [value, low, high]);
  const known = ends.filter((end) => end !== null);
  if (known.length === 0) return null;
  const low = Math.min(...known);
  const high = Math.max(...known);
  const room = (high - low || Math.abs(high) || 1) * 0.08;
  const place = (value: number) => ((value - low + room) / (high - low + 2 * room)) * 100;
  return (
    <div className="grid items-center gap-x-4 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      {rows.map((row) => (
        <Row key={row.label} {...row} place={place} />
      ))}
    </div>
  );
}

interface RowProps extends ComparedScore {
  place: (value: number) => number;
}

function Row({ label, interval, place, strong = false }: RowProps) {
  const { metric, value, low, high } = interval;
  const colour = strong ? 'bg-chart-1' : 'bg-chart-5';
  const range = rangeOf(interval, metric);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 sm:contents">
      <span className={cn('text-sm', strong ? 'font-medium' : 'text-soft')}>{label}</span>
      <span aria-hidden className="relative h-4 max-sm:order-last max-sm:col-span-2">
        <span className="absolute inset-x-0 top-1/2 h-px bg-line" />
        {low !== null && high !== null && (
          <span
            className={cn('absolute top-1/2 h-1.5 -translate-y-1/2 rounded-full', colour)}
            style={{
              left: `${place(low)}%`,
              width: `${Math.max(0.5, place(high) - place(low))}%`,
              opacity: 0.45,
            }}
          />
        )}
        {value !== null && (
          <span
            className={cn(
              'absolute top-1/2 size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full ring-2 ring-surface',
              colour,
            )}
            style={{ left: `${place(value)}%` }}
          />
        )}
      </span>
      <span
        className="text-right text-sm"
        title={`${formatExact(value)}${range ? ` (${formatExact(low)}–${formatExact(high)})` : ''}`}
      >
        <span className={cn(strong && 'font-semibold')}>{formatMetric(value, metric)}</span>{' '}
        <span className="text-faint">{range}</span>
      </span>
    </div>
  );
}
