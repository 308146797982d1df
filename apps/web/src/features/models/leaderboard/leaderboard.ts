import type { Model } from '@rowcast/contracts/domain/models/model';
import type {
  LeaderboardEntry,
  MetricName,
  TrainingProgress,
} from '@rowcast/contracts/domain/models/training';
import { smallerIsBetter } from '@/features/scores/index.ts';
import { steady } from './elapsed.ts';

/** Events can arrive late or twice: the later moment of the training wins, unless it began anew. */
export function newerProgress(known: TrainingProgress | null, arrived: TrainingProgress): TrainingProgress {
  return known && steady(known.elapsedSeconds, arrived.elapsedSeconds) > arrived.elapsedSeconds
    ? known
    : arrived;
}

const standing = { done: 0, running: 1, queued: 2, failed: 3, skipped: 4 } as const;

/**
 * The metric of a running training, of which only the direction matters here: until the server has told, the best
 * candidate so far shows which way is up.
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

/** Finished ones best first, then what runs, what waits, and what came to nothing. */
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

/** What the finished model is made of: the blend, or the candidate with the greatest share. */
export function chosenEntry(entries: readonly LeaderboardEntry[]): LeaderboardEntry | undefined {
  const blend = entries.find(({ estimator }) => estimator === 'ensemble');
  return blend ?? [...entries].sort((a, b) => (b.weight ?? 0) - (a.weight ?? 0))[0];
}

/** Neither what costs nothing to predict with, nor what is made of the others. */
const isCandidate = ({ estimator }: LeaderboardEntry) => estimator !== 'ensemble' && estimator !== 'baseline';

/** How many candidates have come to an end, and how many there are without those that were left out. */
export function triedOf(entries: readonly LeaderboardEntry[]): { tried: number; all: number } {
  const candidates = entries.filter((entry) => isCandidate(entry) && entry.status !== 'skipped');
  const tried = candidates.filter(({ status }) => status === 'done' || status === 'failed');
  return { tried: tried.length, all: candidates.length };
}

/** The best of those that answer alone. */
export const bestSingle = (
  entries: readonly LeaderboardEntry[],
  metric: MetricName | null,
): LeaderboardEntry | undefined =>
  rank(entries, metric, null).find(
    (entry) => isCandidate(entry) && entry.status === 'done' && entry.score !== null,
  );

export const bestEntry = ({ leaderboard, best }: TrainingProgress): LeaderboardEntry | undefined =>
  leaderboard.find(({ name, status }) => name === best && status === 'done');

/**
 * What is left of the time budget, so that it and the time used add up, or of a training that counts models as long as
 * the rest seems to take. Null while neither can be told: before it has begun, and once it is being ended.
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

/** 0 to 1, or null while the end can't be told. */
export function shareDone(elapsedSeconds: number, remainingSeconds: number | null): number | null {
  if (remainingSeconds === null) return null;
  const whole = elapsedSeconds + remainingSeconds;
  return whole > 0 ? Math.min(1, elapsedSeconds / whole) : null;
}
