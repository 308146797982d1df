import type { Rollout } from '@rowcast/contracts/domain/apis/rollout';

type Traffic = Pick<Rollout, 'mode' | 'percent' | 'splitBy'>;

/** Requests to the API until the candidate has received so many. Null if keys decide, or if it receives none. */
export function requestsFor(calls: number, { percent, splitBy }: Traffic): number | null {
  if (splitBy === 'key' || percent === 0) return null;
  return Math.ceil((calls * 100) / percent);
}

export interface Verdict {
  candidate: number;
  stable: number;
  /** Requests that each model needs. The deployed one needs them only for the score drift. */
  needed: number;
  isStableNeeded: boolean;
  isReached: boolean;
  /** Expected further requests to the API; null if unknown. */
  remaining: number | null;
}

/** How far a rollout is from the first check of its limits. */
export function verdictOf(rollout: Traffic & Pick<Rollout, 'gates' | 'figures'>): Verdict {
  const { gates, figures, mode, percent } = rollout;
  const needed = gates.minCalls;
  const candidate = figures?.candidate.calls ?? 0;
  const stable = figures?.stable.calls ?? 0;
  const isStableNeeded = gates.maxScoreDrift !== null && !(mode === 'canary' && percent === 100);
  const missing = Math.max(0, needed - candidate);
  const missingStable = isStableNeeded ? Math.max(0, needed - stable) : 0;
  const stablePercent = mode === 'shadow' ? 100 : 100 - percent;
  const forCandidate = requestsFor(missing, rollout);
  const forStable = requestsFor(missingStable, { ...rollout, percent: stablePercent }) ?? 0;
  return {
    ...{ candidate, stable, needed, isStableNeeded },
    isReached: missing === 0 && missingStable === 0,
    remaining: forCandidate === null ? null : Math.max(forCandidate, forStable),
  };
}
