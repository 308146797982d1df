import type { Report } from '@rowcast/contracts/domain/report';
import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/lib/class-names.ts';
import { formatMetric, formatNumber } from '@/shared/lib/format.ts';

type Interval = Report['score'];

/** The model's score and the baseline's on one scale, each with its 95 % interval. */
export function ScoreComparison({ score, baseline }: { score: Interval; baseline: Interval }) {
  const { t } = useTranslation('models');
  const low = Math.min(score.low, baseline.low);
  const high = Math.max(score.high, baseline.high);
  const room = (high - low || Math.abs(high) || 1) * 0.08;
  const place = (value: number) => ((value - low + room) / (high - low + 2 * room)) * 100;
  return (
    <div className="grid items-center gap-x-4 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Row label={t('score.model')} interval={score} place={place} strong />
      <Row label={t('score.baseline')} interval={baseline} place={place} />
    </div>
  );
}

interface RowProps {
  label: string;
  interval: Interval;
  place: (value: number) => number;
  strong?: boolean;
}

function Row({ label, interval: { metric, value, low, high }, place, strong = false }: RowProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 sm:contents">
      <span className={cn('text-sm', strong ? 'font-medium' : 'text-soft')}>{label}</span>
      <span aria-hidden className="relative h-4 max-sm:order-last max-sm:col-span-2">
        <span className="absolute inset-x-0 top-1/2 h-px bg-line" />
        <span
          className={cn(
            'absolute top-1/2 h-1.5 -translate-y-1/2 rounded-full',
            strong ? 'bg-chart-1' : 'bg-chart-5',
          )}
          style={{
            left: `${place(low)}%`,
            width: `${Math.max(0.5, place(high) - place(low))}%`,
            opacity: 0.45,
          }}
        />
        <span
          className={cn(
            'absolute top-1/2 size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full ring-2 ring-surface',
            strong ? 'bg-chart-1' : 'bg-chart-5',
          )}
          style={{ left: `${place(value)}%` }}
        />
      </span>
      <span
        className="text-right text-sm"
        title={`${formatNumber(value, 15)} (${formatNumber(low, 15)}–${formatNumber(high, 15)})`}
      >
        <span className={cn(strong && 'font-semibold')}>{formatMetric(value, metric)}</span>{' '}
        <span className="text-faint">
          {formatMetric(low, metric)}–{formatMetric(high, metric)}
        </span>
      </span>
    </div>
  );
}
