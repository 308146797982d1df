import type { Rollout, RolloutGates } from '@rowcast/contracts';
import { type RolloutReason, rolloutReason } from './end-reason.ts';

export type Figures = NonNullable<Rollout['figures']>;

const rounded = (value: number) => Number(value.toPrecision(3));

/** Calls of the candidate that failed one after another, and those that the stable model answered meanwhile. */
export interface InARow {
  failed: number;
  answered: number;
}

/** What the stable model refuses too is no fault of the candidate's; a shadow is asked only what that one answered. */
const refusedByBoth = ({ stable, shadow }: Figures) => (shadow ? 0 : (stable.refusalRate ?? 0));

/** The gate that does not hold; null while every one holds or too little was seen. */
export function exceededGate(gates: RolloutGates, figures: Figures): RolloutReason | null {
  const { maxErrorRate, maxRefusalRate, maxP95Ms, maxScoreDrift, minCalls } = gates;
  const { candidate, stable, scoreDrift } = figures;
  const { calls, errorRate, refusalRate, p95Ms } = candidate;
  if (calls < minCalls) return null;
  if (maxErrorRate !== null && errorRate !== null && errorRate > maxErrorRate)
    return rolloutReason('ERROR_RATE', { share: errorRate, calls, maxShare: maxErrorRate });
  const expectedShare = refusedByBoth(figures);
  if (maxRefusalRate !== null && refusalRate !== null && refusalRate - expectedShare > maxRefusalRate)
    return rolloutReason('REFUSAL_RATE', {
      share: refusalRate,
      calls,
      expectedShare,
      maxShare: maxRefusalRate,
    });
  if (maxP95Ms !== null && p95Ms !== null && p95Ms > maxP95Ms)
    return rolloutReason('P95', { took: rounded(p95Ms), most: rounded(maxP95Ms) });
  if (maxScoreDrift !== null && scoreDrift !== null && scoreDrift > maxScoreDrift && stable.calls >= minCalls)
    return rolloutReason('DRIFT', { drift: rounded(scoreDrift), most: rounded(maxScoreDrift) });
  return null;
}

/**
 * A candidate that takes the model server down with each of its calls looks like an outage, except that the stable
 * model is answered whenever the server is back.
 */
export function exceededInARow(
  { minCalls }: RolloutGates,
  { failed, answered }: InARow,
): RolloutReason | null {
  if (failed < minCalls || answered === 0) return null;
  return rolloutReason('IN_A_ROW', { failed, answered });
}

/** What is left out stays as it was. */
export const withGates = (
  before: RolloutGates,
  changes: { [Name in keyof RolloutGates]?: RolloutGates[Name] | undefined } = {},
): RolloutGates => ({
  maxErrorRate: changes.maxErrorRate === undefined ? before.maxErrorRate : changes.maxErrorRate,
  maxRefusalRate: changes.maxRefusalRate === undefined ? before.maxRefusalRate : changes.maxRefusalRate,
  maxP95Ms: changes.maxP95Ms === undefined ? before.maxP95Ms : changes.maxP95Ms,
  maxScoreDrift: changes.maxScoreDrift === undefined ? before.maxScoreDrift : changes.maxScoreDrift,
  minCalls: changes.minCalls ?? before.minCalls,
});
