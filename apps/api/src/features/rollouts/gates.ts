import type { Reason, Rollout, RolloutGates } from '@rowcast/contracts';

export type Figures = NonNullable<Rollout['figures']>;

const percent = (share: number) => `${(share * 100).toFixed(1).replace(/\.0$/, '')} %`;
const rounded = (value: number) => Number(value.toPrecision(3));

/** Calls of the candidate that failed one after another, and those that the stable model answered meanwhile. */
export interface InARow {
  failed: number;
  answered: number;
}

/** Why the candidate has to go: for a person, and as a code for readers of other languages. */
export interface Exceeded {
  reason: string;
  why: Reason;
}

/** What the stable model refuses too is no fault of the candidate's; a shadow is asked only what that one answered. */
const refusedByBoth = ({ stable, shadow }: Figures) => (shadow ? 0 : (stable.refusalRate ?? 0));

/** The gate that does not hold; null while every one holds or too little was seen. */
export function exceededGate(gates: RolloutGates, figures: Figures): Exceeded | null {
  const { maxErrorRate, maxRefusalRate, maxP95Ms, maxScoreDrift, minCalls } = gates;
  const { candidate, stable, scoreDrift } = figures;
  const { calls, errorRate, refusalRate, p95Ms } = candidate;
  if (calls < minCalls) return null;
  if (maxErrorRate !== null && errorRate !== null && errorRate > maxErrorRate)
    return {
      reason: `${percent(errorRate)} of the candidate's ${calls} calls failed; the limit is ${percent(maxErrorRate)}.`,
      why: { code: 'ERROR_RATE', params: { share: errorRate, calls, mostShare: maxErrorRate } },
    };
  const expectedShare = refusedByBoth(figures);
  if (maxRefusalRate !== null && refusalRate !== null && refusalRate - expectedShare > maxRefusalRate)
    return {
      reason: `The candidate rejected ${percent(refusalRate)} of its ${calls} calls, the deployed model ${percent(expectedShare)}; the limit is ${percent(maxRefusalRate)} more.`,
      why: {
        code: 'REFUSAL_RATE',
        params: { share: refusalRate, calls, expectedShare, mostShare: maxRefusalRate },
      },
    };
  if (maxP95Ms !== null && p95Ms !== null && p95Ms > maxP95Ms) {
    const [took, most] = [rounded(p95Ms), rounded(maxP95Ms)];
    return {
      reason: `The candidate's p95 latency was ${took} ms; the limit is ${most} ms.`,
      why: { code: 'P95', params: { took, most } },
    };
  }
  if (
    maxScoreDrift !== null &&
    scoreDrift !== null &&
    scoreDrift > maxScoreDrift &&
    stable.calls >= minCalls
  ) {
    const [drift, most] = [rounded(scoreDrift), rounded(maxScoreDrift)];
    return {
      reason: `The candidate's mean score differs by ${drift} standard deviations from the deployed model's; the limit is ${most}.`,
      why: { code: 'DRIFT', params: { drift, most } },
    };
  }
  return null;
}

/**
 * A candidate that takes the model server down with each of its calls looks like an outage, except that the stable
 * model is answered whenever the server is back.
 */
export function exceededInARow({ minCalls }: RolloutGates, { failed, answered }: InARow): Exceeded | null {
  if (failed < minCalls || answered === 0) return null;
  return {
    reason: `The candidate's last ${failed} calls all failed, while the deployed model handled ${answered}.`,
    why: { code: 'IN_A_ROW', params: { failed, answered } },
  };
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
