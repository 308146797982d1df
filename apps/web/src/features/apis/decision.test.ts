// @vitest-environment node
import { nearestRow } from '@rowcast/contracts/domain/models/decision-figures';
import { costTable, costThreshold } from '@rowcast/contracts/domain/predictions/decision';
import { expect, test } from 'vitest';
import {
  confusionMatrix,
  costlyRight,
  countsOf,
  dominantClass,
  fits,
  meanCost,
  modeOf,
  modesFor,
  rowsOf,
  toCosts,
} from './decision.ts';

const binary = { task: 'binary' as const, labels: ['stays', 'leaves'] };
const churn = { stays: { leaves: 1 }, leaves: { stays: 9 } };

const row = (threshold: number, falsePositives: number, falseNegatives: number) => ({
  threshold,
  falsePositives,
  falseNegatives,
  truePositives: 10 - falseNegatives,
  trueNegatives: 90 - falsePositives,
  precision: null,
  recall: 0,
  f1: 0,
  accuracy: 0,
  cost: 0,
});

test('converts the costs of a binary model to a threshold', () => {
  expect(costThreshold(costTable(churn, binary.labels))).toBeCloseTo(0.1);
  expect(costThreshold(costTable(null, binary.labels))).toBe(0.5);
  expect(costThreshold(costTable({ leaves: { stays: 9, leaves: 4 } }, binary.labels))).toBeCloseTo(1 / 6);
});

test('has no threshold if one class always has the lowest cost', () => {
  expect(costThreshold(costTable({ leaves: { stays: -1 } }, binary.labels))).toBeNull();
  expect(costThreshold(costTable({ stays: { leaves: 0 }, leaves: { stays: 0 } }, binary.labels))).toBeNull();
});

test('the dominant class never costs more than another; ties go to the first', () => {
  const best = (costs: Parameters<typeof costTable>[0]) => dominantClass(costTable(costs, binary.labels));
  expect(best(churn)).toBeNull();
  expect(best({ leaves: { stays: -1 } })).toBe(0);
  expect(best({ stays: { stays: 2, leaves: 1 } })).toBe(1);
  expect(best({ stays: { leaves: 0 } })).toBe(1);
  expect(best({ stays: { leaves: 0 }, leaves: { stays: 0 } })).toBe(0);
  expect(best({ stays: { leaves: -1 }, leaves: { stays: -1 } })).toBeNull();
  const three = [
    [0, 5, 1],
    [9, 0, -2],
    [4, 4, -3],
  ];
  expect(dominantClass(three)).toBeNull();
  expect(dominantClass([[0, 5, 0], ...three.slice(1)])).toBe(2);
  for (const cell of [null, Number.NaN]) expect(dominantClass([[0, 5, cell], ...three.slice(1)])).toBeNull();
});

test('finds true classes whose correct prediction costs more than a wrong one', () => {
  expect(costlyRight(costTable(churn, binary.labels))).toEqual([]);
  expect(costlyRight(costTable({ leaves: { stays: 1, leaves: 5 } }, binary.labels))).toEqual([1]);
  expect(
    costlyRight([
      [0, null],
      [-2, -1],
    ]),
  ).toEqual([1]);
});

test('uses the report row with the nearest threshold', () => {
  const rows = [row(0, 90, 0), row(0.1, 20, 1), row(0.5, 2, 6)];
  const near = nearestRow(rows, 0.12);
  expect(near?.threshold).toBe(0.1);
  const table = costTable(churn, binary.labels);
  expect(near && meanCost(countsOf(near), table)).toBeCloseTo((20 + 9) / 100);
  expect(nearestRow([], 0.5)).toBeUndefined();
});

test('stores a cost table by class name, whatever the names are', () => {
  const labels = ['1.5', 'constructor', '__proto__'];
  const table = [
    [0, 2, 3],
    [4, 0, 5],
    [6, 7, -1],
  ];
  expect(costTable(toCosts(table, labels), labels)).toEqual(table);
});

test('a saved rule applies to a model with its classes', () => {
  expect(modeOf({ costs: churn, threshold: 0.3 })).toBe('costs');
  expect(modeOf({ costs: null, threshold: 0 })).toBe('threshold');
  expect(modeOf({ costs: null, threshold: null })).toBe('model');
  expect(fits({ costs: churn }, binary)).toBe(true);
  expect(fits({ costs: churn }, { task: 'multiclass', labels: ['a', 'b', 'c'] })).toBe(false);
  expect(fits({ threshold: 0.3 }, { task: 'multiclass', labels: ['a', 'b', 'c'] })).toBe(false);
  expect(fits({ threshold: 0.3 }, { task: 'regression', labels: [] })).toBe(false);
  expect(fits({}, { task: 'regression', labels: [] })).toBe(true);
});

test('offers thresholds for binary models, costs for small class counts, nothing for regression', () => {
  expect(modesFor(binary)).toEqual(['model', 'threshold', 'costs']);
  expect(modesFor({ task: 'multiclass', labels: ['a', 'b', 'c'] })).toEqual(['model', 'costs']);
  expect(modesFor({ task: 'multiclass', labels: [...'abcdefg'] })).toEqual(['model']);
  expect(modesFor({ task: 'regression', labels: [] })).toEqual(['model']);
});

test('applies the costs of three classes to each row', () => {
  const labels = ['a', 'b', 'c'];
  const sample = {
    truth: [0, 0, 1, 2, 2],
    probabilities: [
      [0.8, 0.15, 0.05],
      [0.5, 0.5, 0],
      [0.3, 0.6, 0.1],
      [0.6, 0.3, 0.1],
      [0.1, 0.1, 0.8],
    ],
  };
  expect(confusionMatrix(sample, costTable(null, labels))).toEqual([
    [2, 0, 0],
    [0, 1, 0],
    [1, 0, 1],
  ]);
  const expensive = costTable({ c: { a: 20, b: 20 } }, labels);
  expect(confusionMatrix(sample, expensive)).toEqual([
    [1, 0, 1],
    [0, 0, 1],
    [0, 0, 2],
  ]);
  expect(rowsOf(confusionMatrix(sample, expensive))).toBe(5);
});
