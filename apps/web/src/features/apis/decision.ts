import type { Report } from '@rowcast/contracts/domain/models/report';
import {
  type CostTable,
  costAt,
  type KeptDecision,
  misfitOf,
} from '@rowcast/contracts/domain/predictions/decision';

export type ThresholdRow = NonNullable<NonNullable<Report['classification']>['thresholds']>['rows'][number];

export const decisionModes = ['model', 'threshold', 'costs'] as const;
export type DecisionMode = (typeof decisionModes)[number];

/** A table with more classes is not filled in by hand. */
const maxClasses = 6;

/** What a model can be told; numbers are not decided. */
export function modesFor({ task, labels }: Pick<Report, 'task' | 'labels'>): DecisionMode[] {
  if (task === 'regression') return ['model'];
  return decisionModes.filter(
    (mode) =>
      mode === 'model' ||
      (mode === 'threshold' && task === 'binary') ||
      (mode === 'costs' && labels.length <= maxClasses),
  );
}

/** Costs go first, as they do when a call is answered. */
export function modeOf({ threshold, costs }: KeptDecision): DecisionMode {
  if (costs) return 'costs';
  return typeof threshold === 'number' ? 'threshold' : 'model';
}

/** Whether the model answers by what is kept, or leaves it out. */
export const fits = (kept: KeptDecision, report: Pick<Report, 'task' | 'labels'>): boolean =>
  misfitOf(kept, report) === null;

export const toCosts = (table: CostTable, labels: readonly string[]): NonNullable<KeptDecision['costs']> =>
  Object.fromEntries(
    labels.map((actual, row) => [
      actual,
      Object.fromEntries(labels.map((predicted, column) => [predicted, table[row]?.[column] ?? 0])),
    ]),
  );

/** Not a cell that is empty, or holds what can't be read. */
export const isKnown = (cost: number | null): cost is number => cost !== null && !Number.isNaN(cost);

/** The answer that costs no more than any other whichever class is true, so that no row decides; null where there is none. */
export function alwaysBest(table: CostTable): number | null {
  if (!table.flat().every(isKnown)) return null;
  const answers = [...table.keys()];
  const best = answers.findIndex((answer) =>
    table.every((row, actual) =>
      row.every((_, other) => costAt(table, actual, answer) <= costAt(table, actual, other)),
    ),
  );
  return best < 0 ? null : best;
}

/** The true classes of which some wrong answer costs less than the right one: mostly a sign turned round. */
export const costlyRight = (table: CostTable): number[] =>
  [...table.keys()].filter((actual) =>
    table[actual]?.some((each) => each !== null && each < costAt(table, actual, actual)),
  );

/** The row of the report that is nearest. */
export const rowAt = (rows: readonly ThresholdRow[], threshold: number): ThresholdRow | undefined =>
  rows.reduce<ThresholdRow | undefined>(
    (best, row) =>
      best && Math.abs(best.threshold - threshold) <= Math.abs(row.threshold - threshold) ? best : row,
    undefined,
  );

/** What the answers cost on average, by how often each true class was answered as each. */
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

export type AnswerSample = NonNullable<NonNullable<Report['classification']>['sample']>;

/** The answer with the least expected cost; the first of those alike, as the endpoint has it. */
function minCost(probabilities: readonly number[], table: CostTable): number {
  const expected = probabilities.map((_, answer) =>
    probabilities.reduce((sum, share, actual) => sum + share * costAt(table, actual, answer), 0),
  );
  return expected.indexOf(Math.min(...expected));
}

/** How often each true class of the sample is answered as each where mistakes cost so much. */
export function countsBy({ truth, probabilities }: AnswerSample, table: CostTable): number[][] {
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
