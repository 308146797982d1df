import type { TrainingProgress } from '@rowcast/contracts/domain/model';
import { type LeaderboardEntry, lowerIsBetter, type MetricName } from '@rowcast/contracts/domain/training';

/** Events can arrive late or twice: the later moment of the training wins. */
export function newerProgress(known: TrainingProgress | null, arrived: TrainingProgress): TrainingProgress {
  return known && known.elapsedSeconds > arrived.elapsedSeconds ? known : arrived;
}

const standing = { done: 0, running: 1, queued: 2, failed: 3, skipped: 4 } as const;

export const isBetter = (metric: MetricName, a: number, b: number) =>
  lowerIsBetter.includes(metric) ? a < b : a > b;

/** Finished ones best first, then what runs, what waits, and what came to nothing. */
export function rank(entries: readonly LeaderboardEntry[], metric: MetricName | null): LeaderboardEntry[] {
  const direction = metric && lowerIsBetter.includes(metric) ? 1 : -1;
  const worst = direction === 1 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  return [...entries].sort(
    (a, b) =>
      standing[a.status] - standing[b.status] || direction * ((a.score ?? worst) - (b.score ?? worst)) || 0,
  );
}

export const bestEntry = ({ leaderboard, best }: TrainingProgress): LeaderboardEntry | undefined =>
  leaderboard.find(({ name, status }) => name === best && status === 'done');

/** 0 to 1, or null while the end can't be told. */
export function shareDone(elapsedSeconds: number, remainingSeconds: number | null): number | null {
  if (remainingSeconds === null) return null;
  const whole = elapsedSeconds + remainingSeconds;
  return whole > 0 ? Math.min(1, elapsedSeconds / whole) : null;
}
