import type { Point } from './points.ts';

/** The probability of class 1 at (a, b). */
export type Model = (a: number, b: number) => number;
export type Learner = (rows: readonly Point[]) => Model;

export const majority: Learner = (rows) => {
  const share = rows.filter(({ label }) => label === 1).length / rows.length;
  return () => share;
};

const sigmoid = (z: number) => 1 / (1 + Math.exp(-z));
const terms = (a: number, b: number) => [1, a - 0.5, b - 0.5];

/** Logistic regression by plain gradient descent. */
export const logistic: Learner = (rows) => {
  const weights = [0, 0, 0];
  for (let step = 0; step < 300; step += 1) {
    const gradient = [0, 0, 0];
    for (const { a, b, label } of rows) {
      const values = terms(a, b);
      const error = sigmoid(dot(weights, values)) - label;
      for (const [index, value] of values.entries()) gradient[index] = (gradient[index] ?? 0) + error * value;
    }
    for (const [index, slope] of gradient.entries()) {
      weights[index] = (weights[index] ?? 0) - (8 * slope) / rows.length;
    }
  }
  return (a, b) => sigmoid(dot(weights, terms(a, b)));
};

function dot(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}

const neighbours = 9;

/** The share of class 1 among the nearest rows. */
export const nearest: Learner = (rows) => (a, b) => {
  const closest = rows
    .map((row) => ({ label: row.label, distance: (row.a - a) ** 2 + (row.b - b) ** 2 }))
    .sort((left, right) => left.distance - right.distance)
    .slice(0, neighbours);
  return closest.reduce((sum, { label }) => sum + label, 0) / closest.length;
};

const deepest = 5;

function gini(rows: readonly Point[]): number {
  const share = rows.reduce((sum, { label }) => sum + label, 0) / Math.max(1, rows.length);
  return rows.length * share * (1 - share);
}

/** A decision tree with a maximum depth of five. */
export const tree: Learner = (rows) => grow(rows, 0);

function grow(rows: readonly Point[], depth: number): Model {
  const leaf = (rows.reduce((sum, { label }) => sum + label, 0) + 0.5) / (rows.length + 1);
  if (depth === deepest || gini(rows) === 0) return () => leaf;
  let best = { column: 'a' as 'a' | 'b', cut: 0, impurity: gini(rows) - 1e-9 };
  for (const column of ['a', 'b'] as const) {
    for (let cut = 0.04; cut < 1; cut += 0.04) {
      const impurity =
        gini(rows.filter((row) => row[column] < cut)) + gini(rows.filter((row) => row[column] >= cut));
      if (impurity < best.impurity) best = { column, cut, impurity };
    }
  }
  if (best.cut === 0) return () => leaf;
  const below = grow(
    rows.filter((row) => row[best.column] < best.cut),
    depth + 1,
  );
  const above = grow(
    rows.filter((row) => row[best.column] >= best.cut),
    depth + 1,
  );
  return (a, b) => ((best.column === 'a' ? a : b) < best.cut ? below(a, b) : above(a, b));
}
