import { costAt, costTable, type KeptDecision } from '../predictions/decision.ts';
import type { Report } from './report.ts';

export type ThresholdRow = NonNullable<NonNullable<Report['classification']>['thresholds']>['rows'][number];

/** A share of rows with its 95 % interval. */
export interface RowShare {
  count: number;
  of: number;
  share: number;
  low: number;
  high: number;
}

const z95 = 1.96;

/** A share with its Wilson interval; null of no rows. */
export function rowShare(count: number, of: number): RowShare | null {
  if (of === 0) return null;
  const share = count / of;
  const weight = 1 + z95 ** 2 / of;
  const centre = (share + z95 ** 2 / (2 * of)) / weight;
  const margin = (z95 * Math.sqrt((share * (1 - share)) / of + z95 ** 2 / (4 * of ** 2))) / weight;
  return { count, of, share, low: Math.max(0, centre - margin), high: Math.min(1, centre + margin) };
}

/** What a threshold means for the scored rows. */
export interface BinaryFigures {
  rows: number;
  /** Rows of the positive class that are found (recall). */
  found: RowShare | null;
  /** Flagged rows that have the positive class (precision). */
  correct: RowShare | null;
  /** Rows that are flagged. */
  flagged: RowShare | null;
}

export function binaryFigures(row: ThresholdRow): BinaryFigures {
  const { truePositives, falsePositives, trueNegatives, falseNegatives } = row;
  const flagged = truePositives + falsePositives;
  const rows = flagged + trueNegatives + falseNegatives;
  return {
    rows,
    found: rowShare(truePositives, truePositives + falseNegatives),
    correct: rowShare(truePositives, flagged),
    flagged: rowShare(flagged, rows),
  };
}

/** The row of the report with the nearest threshold. */
export const nearestRow = (rows: readonly ThresholdRow[], threshold: number): ThresholdRow | undefined =>
  rows.reduce<ThresholdRow | undefined>(
    (best, row) =>
      best && Math.abs(best.threshold - threshold) <= Math.abs(row.threshold - threshold) ? best : row,
    undefined,
  );

/** What errors cost and what a found row is worth, in the currency of the API. */
export interface ErrorCosts {
  missed: number;
  falseAlarm: number;
  found: number;
}

/** The amounts of a cost matrix of two classes. A cost of correct negatives has no place here. */
export function errorCosts(costs: KeptDecision['costs'], labels: readonly string[]): ErrorCosts | null {
  if (!costs || labels.length !== 2) return null;
  const table = costTable(costs, labels);
  return { missed: costAt(table, 1, 0), falseAlarm: costAt(table, 0, 1), found: 0 - costAt(table, 1, 1) };
}

/** The cost matrix of two classes, the negative one first. */
export function costMatrixOf(
  { missed, falseAlarm, found }: ErrorCosts,
  labels: readonly string[],
): NonNullable<KeptDecision['costs']> {
  const [negative = '', positive = ''] = labels;
  return {
    [negative]: { [negative]: 0, [positive]: falseAlarm },
    [positive]: { [negative]: missed, [positive]: 0 - found },
  };
}

/** The mean cost per scored row; negative if the found rows are worth more than the errors cost. */
export function costPerRow(row: ThresholdRow, { missed, falseAlarm, found }: ErrorCosts): number {
  const { truePositives, falsePositives, trueNegatives, falseNegatives } = row;
  const rows = truePositives + falsePositives + trueNegatives + falseNegatives;
  const total = falseNegatives * missed + falsePositives * falseAlarm - truePositives * found;
  return rows === 0 ? 0 : total / rows;
}

/**
 * The threshold with the lowest cost on the scored rows. Of equal ones the one nearest to the cost ratio, which is
 * optimal for calibrated probabilities (Elkan, 2001).
 */
export function cheapestRow(rows: readonly ThresholdRow[], costs: ErrorCosts): ThresholdRow | undefined {
  const total = costs.falseAlarm + costs.missed + costs.found;
  const ratio = total > 0 ? costs.falseAlarm / total : 1;
  const distance = ({ threshold }: ThresholdRow) => Math.abs(threshold - ratio);
  return rows.reduce<ThresholdRow | undefined>((best, row) => {
    if (!best) return row;
    const saving = costPerRow(best, costs) - costPerRow(row, costs);
    return saving > 0 || (saving === 0 && distance(row) < distance(best)) ? row : best;
  }, undefined);
}

/** How a model of three or more classes does on the scored rows. */
export interface ClassFigures {
  rows: number;
  correct: RowShare | null;
  /** Always predicting the most frequent class. */
  majority: RowShare | null;
  majorityLabel: string;
  /** The class of which the smallest share is found, among classes with enough rows. */
  weakest: { label: string; found: RowShare } | null;
  /** The most frequent error. */
  confused: { actual: string; predicted: string; rows: number } | null;
}

/** Classes with fewer scored rows say little. */
const minSupport = 10;

export function classFigures({ labels, confusion }: NonNullable<Report['classification']>): ClassFigures {
  const supports = confusion.map((row) => sum(row));
  const rows = sum(supports);
  const correct = sum(confusion.map((row, at) => row[at] ?? 0));
  const largest = supports.indexOf(Math.max(...supports));
  const found = confusion.flatMap((row, at) => {
    const share = rowShare(row[at] ?? 0, supports[at] ?? 0);
    return share && share.of >= minSupport ? [{ label: labels[at] ?? '', found: share }] : [];
  });
  const errors = confusion.flatMap((row, actual) =>
    row.flatMap((count, predicted) =>
      actual !== predicted && count > 0
        ? [{ actual: labels[actual] ?? '', predicted: labels[predicted] ?? '', rows: count }]
        : [],
    ),
  );
  return {
    rows,
    correct: rowShare(correct, rows),
    majority: rowShare(supports[largest] ?? 0, rows),
    majorityLabel: labels[largest] ?? '',
    weakest: found.toSorted((one, other) => one.found.share - other.found.share)[0] ?? null,
    confused: errors.toSorted((one, other) => other.rows - one.rows)[0] ?? null,
  };
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** The share of predictions within a distance of the true value, from the quantiles of the report; null without them. */
export function shareWithin(
  errors: readonly { share: number; value: number }[],
  distance: number,
): number | null {
  const [first] = errors;
  if (!first) return null;
  let [share, value] = [0, 0];
  for (const next of errors) {
    if (distance < next.value)
      return share + ((next.share - share) * (distance - value)) / (next.value - value || 1);
    [share, value] = [next.share, next.value];
  }
  return share;
}
