import type { LeaderboardEntry, MetricName } from '@rowcast/contracts/domain/models/training';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { smallerIsBetter } from '@/features/scores/index.ts';
import { formatDuration, formatMetric } from '@/shared/lib/format/format.ts';
import { LineChart } from '@/shared/ui/charts/charts.tsx';
import { candidateName } from '../../leaderboard/candidate-name.ts';
import { assumedMetric } from '../../leaderboard/leaderboard.ts';
import { scoreHistory } from '../../leaderboard/score-history.ts';

interface CourseChartProps {
  entries: readonly LeaderboardEntry[];
  metric: MetricName | null;
  best: string | null;
  /** Seconds since the training began; the best-score line extends to this point. */
  elapsedSeconds?: number;
  /** Shown until the first model has finished. */
  waiting?: ReactNode;
}

/** The score history of a training: each model as a point, the best score so far as a line. */
export function ScoreHistoryChart({
  entries,
  metric,
  best,
  elapsedSeconds,
  waiting = null,
}: CourseChartProps) {
  const { t } = useTranslation('models');
  const scale = assumedMetric(metric, entries, best);
  const course = useMemo(() => scoreHistory(entries, scale), [entries, scale]);
  const score = (value: number | null) => formatMetric(value, metric);
  if (course.length === 0) return waiting;
  const last = course.at(-1);
  // Extends the best score to the present.
  const beyond =
    last && elapsedSeconds !== undefined && elapsedSeconds > last.seconds
      ? [{ seconds: Math.floor(elapsedSeconds), best: last.best, score: null, spread: null }]
      : [];
  return (
    <LineChart
      title={t('course.title')}
      note={smallerIsBetter(scale) ? t('course.noteLower') : t('course.note')}
      rows={course.map((each) => ({ ...each, name: candidateName(t, each.name) }))}
      beyond={beyond}
      x={{
        key: 'seconds',
        label: t('course.time'),
        format: (seconds) => formatDuration(Number(seconds)),
        nameKey: 'name',
        from: 0,
        time: 'seconds',
      }}
      y={smallerIsBetter(scale) ? {} : { most: 1 }}
      series={[
        { key: 'best', label: t('course.best'), format: score, mark: 'step' },
        {
          key: 'score',
          label: metric ? t(`metric.${metric}`) : t('course.score'),
          format: score,
          mark: 'points',
          spreadKey: 'spread',
        },
      ]}
      height={260}
    />
  );
}
