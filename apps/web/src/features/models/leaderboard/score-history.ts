import type { LeaderboardEntry, MetricName } from '@rowcast/contracts/domain/models/training';
import { isBetter } from '@/features/scores/index.ts';

/** One tried model as a point in the course of a training, and the best score at that moment. */
export type Tried = {
  name: string;
  seconds: number;
  score: number;
  spread: number | null;
  best: number;
};

/**
 * The finished models in the order in which they were done, without the baseline, beside which all others would look
 * alike. Trainings of old do not tell when that was.
 */
export function courseOf(entries: readonly LeaderboardEntry[], metric: MetricName): Tried[] {
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
