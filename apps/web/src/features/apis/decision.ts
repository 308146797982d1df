import type { ThresholdRow } from '@rowcast/contracts/domain/models/decision-figures';
import type { Report } from '@rowcast/contracts/domain/models/report';
import {
  type CostTable,
  costAt,
  type KeptDecision,
  misfitOf,
  ruleInUse,
} from '@rowcast/contracts/domain/predictions/decision';

export const decisionModes = ['model', 'threshold', 'costs'] as const;
export type DecisionMode = (typeof decisionModes)[number];

/** Larger tables are not filled in by hand. */
const maxClasses = 6;

/** The decision modes of a model; regression models have none. */
export function modesFor({ task, labels }: Pick<Report, 'task' | 'labels'>): DecisionMode[] {
  if (task === 'regression') return ['model'];
  return decisionModes.filter(
    (mode) =>
      mode === 'model' ||
      (mode === 'threshold' && task === 'binary') ||
      (mode === 'costs' && labels.length <= maxClasses),
  );
}

export function modeOf(kept: KeptDecision): DecisionMode {
  const { threshold, costs } = ruleInUse(kept);
  if (costs) return 'costs';
  return typeof threshold === 'number' ? 'threshold' : 'model';
}

/** Whether the saved rule applies to the model. */
export const fits = (kept: KeptDecision, report: Pick<Report, 'task' | 'labels'>): boolean =>
  misfitOf(kept, report) === null;

export const toCosts = (table: CostTable, labels: readonly string[]): NonNullable<KeptDecision['costs']> =>
  Object.fromEntries(
    labels.map((actual, row) => [
      actual,
      Object.fromEntries(labels.map((predicted, column) => [predicted, table[row]?.[column] ?? 0])),
    ]),
  );

/** False for empty and unreadable cells. */
export const isKnown = (cost: number | null): cost is number => cost !== null && !Number.isNaN(cost);

/** The class that never costs more than another, whichever class is true; null if there is none. */
export function dominantClass(table: CostTable): number | null {
  if (!table.flat().every(isKnown)) return null;
  const answers = [...table.keys()];
  const best = answers.findIndex((answer) =>
    table.every((row, actual) =>
      row.every((_, other) => costAt(table, actual, answer) <= costAt(table, actual, other)),
    ),
  );
  return best < 0 ? null : best;
}

/** True classes for which a wrong prediction costs less than the correct one, usually a sign error. */
export const costlyRight = (table: CostTable): number[] =>
  [...table.keys()].filter((actual) =>
    table[actual]?.some((each) => each !== null && each < costAt(table, actual, actual)),
  );

/** The mean cost per row, from the confusion matrix. */
export function meanCost(counts: readonly (readonly number[])[], table: CostTable): number {
  let [sum, rows] = [0, 0];
  for (const [actual, row] of counts.entries())
    for (const [predicted, count] of row.entries()) {
      sum += count * costAt(table, actual, predicted);
      rows += count;
    }
  return rows === 0 ? 0 : sum / rows;
}

export const countsOf = (row: ThresholdRow): number[][] => [
  [row.trueNegatives, row.falsePositives],
  [row.falseNegatives, row.truePositives],
];

export type ProbabilitySample = NonNullable<NonNullable<Report['classification']>['sample']>;

/** The class with the lowest expected cost. Ties go to the first one, as in the endpoint. */
function minCost(probabilities: readonly number[], table: CostTable): number {
  const expected = probabilities.map((_, answer) =>
    probabilities.reduce((sum, share, actual) => sum + share * costAt(table, actual, answer), 0),
  );
  return expected.indexOf(Math.min(...expected));
}

/** The confusion matrix of the sample under a cost table. */
export function confusionMatrix({ truth, probabilities }: ProbabilitySample, table: CostTable): number[][] {
  const counts = table.map((row) => row.map(() => 0));
  for (const [place, actual] of truth.entries()) {
    const row = counts[actual];
    const answer = minCost(probabilities[place] ?? [], table);
    if (row) row[answer] = (row[answer] ?? 0) + 1;
  }
  return counts;
}

export const rowsOf = (counts: readonly (readonly number[])[]): number =>
  counts.flat().reduce((sum, count) => sum + count, 0);
