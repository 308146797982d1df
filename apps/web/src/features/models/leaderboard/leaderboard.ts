import type { Model } from '@rowcast/contracts/domain/models/model';
import type {
  LeaderboardEntry,
  MetricName,
  TrainingProgress,
} from '@rowcast/contracts/domain/models/training';
import { isBetter, smallerIsBetter } from '@/features/scores/index.ts';

const standing = { done: 0, running: 1, queued: 2, failed: 3, skipped: 4 } as const;

/**
 * Guesses the metric of a running training from its best candidate, to know whether higher is better. Used until the
 * server reports the metric.
 */
export function assumedMetric(
  metric: MetricName | null,
  entries: readonly LeaderboardEntry[],
  best: string | null,
): MetricName {
  if (metric) return metric;
  const lead = entries.find(({ name }) => name === best)?.score ?? null;
  const outscored = lead !== null && entries.some(({ score }) => score !== null && score > lead);
  return outscored ? 'rmse' : 'roc_auc';
}

/** Finished models best first, then running, waiting and failed ones. */
export function rank(
  entries: readonly LeaderboardEntry[],
  metric: MetricName | null,
  best: string | null,
): LeaderboardEntry[] {
  const direction = smallerIsBetter(assumedMetric(metric, entries, best)) ? 1 : -1;
  const merit = ({ score }: LeaderboardEntry) =>
    score === null ? Number.POSITIVE_INFINITY : direction * score;
  return [...entries].sort((a, b) => standing[a.status] - standing[b.status] || compare(merit(a), merit(b)));
}

const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);

/** The finished model: the ensemble, or the candidate with the largest weight. */
export function finalEntry(entries: readonly LeaderboardEntry[]): LeaderboardEntry | undefined {
  const blend = entries.find(({ estimator }) => estimator === 'ensemble');
  return blend ?? [...entries].sort((a, b) => (b.weight ?? 0) - (a.weight ?? 0))[0];
}

/** Excludes baselines and ensembles. */
const isCandidate = ({ estimator }: LeaderboardEntry) => estimator !== 'ensemble' && estimator !== 'baseline';

/** Counts finished candidates and all candidates, without skipped ones. */
export function candidateCounts(entries: readonly LeaderboardEntry[]): { finished: number; all: number } {
  const candidates = entries.filter((entry) => isCandidate(entry) && entry.status !== 'skipped');
  const finished = candidates.filter(({ status }) => status === 'done' || status === 'failed');
  return { finished: finished.length, all: candidates.length };
}

/** The best single model, without ensembles. */
export const bestSingle = (
  entries: readonly LeaderboardEntry[],
  metric: MetricName | null,
): LeaderboardEntry | undefined =>
  rank(entries, metric, null).find(
    (entry) => isCandidate(entry) && entry.status === 'done' && entry.score !== null,
  );

/** A single model with a better score than the served blend. */
export interface BetterSingle {
  single: LeaderboardEntry;
  blend: LeaderboardEntry;
  /** Whether the difference is within the spread of the scores over folds. */
  isNoise: boolean;
  /** Finished candidates, of which the best was selected. */
  candidates: number;
}

/** The best single model, if its score is better than that of the blend that is served. */
export function betterSingle(
  entries: readonly LeaderboardEntry[],
  metric: MetricName | null,
): BetterSingle | null {
  const [blend, single] = [finalEntry(entries), bestSingle(entries, metric)];
  if (!metric || blend?.estimator !== 'ensemble' || !single) return null;
  if (blend.score === null || single.score === null || !isBetter(metric, single.score, blend.score))
    return null;
  const spread = single.spread ?? blend.spread;
  const isNoise = spread !== null && Math.abs(single.score - blend.score) <= spread;
  return { single, blend, isNoise, candidates: candidateCounts(entries).finished };
}

export const bestEntry = ({ leaderboard, best }: TrainingProgress): LeaderboardEntry | undefined =>
  leaderboard.find(({ name, status }) => name === best && status === 'done');

/**
 * The remaining time budget, or an estimate if the training counts models. Null before the training begins and while
 * it stops.
 */
export function secondsLeft(
  { progress, reproducible, stopRequested, timeBudgetSeconds }: Timed,
  elapsedSeconds: number,
): number | null {
  if (!progress || progress.phase === 'queued' || stopRequested) return null;
  const end = reproducible ? expectedEnd(progress) : timeBudgetSeconds;
  return end === null ? null : Math.max(0, end - elapsedSeconds);
}

type Timed = Pick<Model, 'progress' | 'reproducible' | 'stopRequested' | 'timeBudgetSeconds'>;

const expectedEnd = ({ elapsedSeconds, remainingSeconds }: TrainingProgress) =>
  remainingSeconds === null ? null : elapsedSeconds + remainingSeconds;

/** From 0 to 1; null if the remaining time is unknown. */
export function shareDone(elapsedSeconds: number, remainingSeconds: number | null): number | null {
  if (remainingSeconds === null) return null;
  const whole = elapsedSeconds + remainingSeconds;
  return whole > 0 ? Math.min(1, elapsedSeconds / whole) : null;
}
