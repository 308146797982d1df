import type { LeaderboardEntry, MetricName } from '@rowcast/contracts/domain/models/training';
import { isBetter } from '@/features/scores/index.ts';

/** A finished model in the score history, with the best score at that time. */
export type ScorePoint = {
  name: string;
  seconds: number;
  score: number;
  spread: number | null;
  best: number;
};

/**
 * Finished models in order of completion. Excludes the baseline, which would compress the scale. Older trainings have
 * no completion times.
 */
export function scoreHistory(entries: readonly LeaderboardEntry[], metric: MetricName): ScorePoint[] {
  const done = entries.flatMap(({ name, estimator, status, score, spread, finishedSeconds }) =>
    status === 'done' && estimator !== 'baseline' && score !== null && typeof finishedSeconds === 'number'
      ? [{ name, seconds: finishedSeconds, score, spread }]
      : [],
  );
  let best: number | null = null;
  return done
    .sort((a, b) => a.seconds - b.seconds)
    .map((point) => {
      best = best === null || isBetter(metric, point.score, best) ? point.score : best;
      return { ...point, best };
    });
}
