import type { Rollout, RolloutGates } from '@rowcast/contracts';

export type Figures = NonNullable<Rollout['figures']>;

/** Calls of the candidate that failed one after another, and those that the stable model answered meanwhile. */
export interface Failures {
  failed: number;
  answered: number;
}

const percent = (share: number) => `${(share * 100).toFixed(1).replace(/\.0$/, '')} %`;
const rounded = (value: number) => Number(value.toPrecision(3)).toString();

/** What the stable model refuses too is no fault of the candidate's; a shadow is asked only what that one answered. */
const refusedByBoth = ({ stable, shadow }: Figures) => (shadow ? 0 : (stable.refusalRate ?? 0));

/** Why the candidate has to go, as a person would say it; null while every gate holds or too little was seen. */
export function exceededGate(gates: RolloutGates, figures: Figures): string | null {
  const { maxErrorRate, maxRefusalRate, maxP95Ms, maxScoreDrift, minCalls } = gates;
  const { candidate, scoreDrift } = figures;
  const { calls, errorRate, refusalRate, p95Ms } = candidate;
  if (calls < minCalls) return null;
  if (maxErrorRate !== null && errorRate !== null && errorRate > maxErrorRate)
    return `${percent(errorRate)} of the candidate's ${calls} calls failed; at most ${percent(maxErrorRate)} may.`;
  const expected = refusedByBoth(figures);
  if (maxRefusalRate !== null && refusalRate !== null && refusalRate - expected > maxRefusalRate)
    return `The candidate refused ${percent(refusalRate)} of its ${calls} calls, the deployed model ${percent(expected)}; at most ${percent(maxRefusalRate)} more may be refused.`;
  if (maxP95Ms !== null && p95Ms !== null && p95Ms > maxP95Ms)
    return `The candidate took ${rounded(p95Ms)} ms for 95 % of its calls; at most ${rounded(maxP95Ms)} ms are allowed.`;
  if (maxScoreDrift !== null && scoreDrift !== null && scoreDrift > maxScoreDrift)
    return `The candidate's mean score lies ${rounded(scoreDrift)} standard deviations off the deployed model's; at most ${rounded(maxScoreDrift)} are allowed.`;
  return null;
}

/**
 * A candidate that takes the model server down with each of its calls looks like an outage, except that the stable
 * model is answered whenever the server is back.
 */
export function exceededInARow({ minCalls }: RolloutGates, { failed, answered }: Failures): string | null {
  if (failed < minCalls || answered === 0) return null;
  return `The candidate's last ${failed} calls all failed, while the deployed model answered ${answered}.`;
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
