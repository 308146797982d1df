// @vitest-environment node
import { costTable, costThreshold } from '@rowcast/contracts/domain/predictions/decision';
import { expect, test } from 'vitest';
import {
  alwaysBest,
  costlyRight,
  countsBy,
  countsOf,
  fits,
  meanCost,
  modeOf,
  modesFor,
  rowAt,
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

test('costs of two classes are a threshold', () => {
  expect(costThreshold(costTable(churn, binary.labels))).toBeCloseTo(0.1);
  expect(costThreshold(costTable(null, binary.labels))).toBe(0.5);
  expect(costThreshold(costTable({ leaves: { stays: 9, leaves: 4 } }, binary.labels))).toBeCloseTo(1 / 6);
});

test('costs with which no row decides are no threshold', () => {
  expect(costThreshold(costTable({ leaves: { stays: -1 } }, binary.labels))).toBeNull();
  expect(costThreshold(costTable({ stays: { leaves: 0 }, leaves: { stays: 0 } }, binary.labels))).toBeNull();
});

test('an answer that is never dearer than another is always given, the first of those alike', () => {
  const best = (costs: Parameters<typeof costTable>[0]) => alwaysBest(costTable(costs, binary.labels));
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
  expect(alwaysBest(three)).toBeNull();
  expect(alwaysBest([[0, 5, 0], ...three.slice(1)])).toBe(2);
  for (const cell of [null, Number.NaN]) expect(alwaysBest([[0, 5, cell], ...three.slice(1)])).toBeNull();
});

test('a wrong answer that costs less than the right one is found by its true class', () => {
  expect(costlyRight(costTable(churn, binary.labels))).toEqual([]);
  expect(costlyRight(costTable({ leaves: { stays: 1, leaves: 5 } }, binary.labels))).toEqual([1]);
  expect(
    costlyRight([
      [0, null],
      [-2, -1],
    ]),
  ).toEqual([1]);
});

test('what a threshold costs is read off the nearest row of the report', () => {
  const rows = [row(0, 90, 0), row(0.1, 20, 1), row(0.5, 2, 6)];
  const near = rowAt(rows, 0.12);
  expect(near?.threshold).toBe(0.1);
  const table = costTable(churn, binary.labels);
  expect(near && meanCost(countsOf(near), table)).toBeCloseTo((20 + 9) / 100);
  expect(rowAt([], 0.5)).toBeUndefined();
});

test('a table of costs is kept under the names of the classes, whatever they are called', () => {
  const labels = ['1.5', 'constructor', '__proto__'];
  const table = [
    [0, 2, 3],
    [4, 0, 5],
    [6, 7, -1],
  ];
  expect(costTable(toCosts(table, labels), labels)).toEqual(table);
});

test('what is kept fits a model that knows its classes', () => {
  expect(modeOf({ costs: churn, threshold: 0.3 })).toBe('costs');
  expect(modeOf({ costs: null, threshold: 0 })).toBe('threshold');
  expect(modeOf({ costs: null, threshold: null })).toBe('model');
  expect(fits({ costs: churn }, binary)).toBe(true);
  expect(fits({ costs: churn }, { task: 'multiclass', labels: ['a', 'b', 'c'] })).toBe(false);
  expect(fits({ threshold: 0.3 }, { task: 'multiclass', labels: ['a', 'b', 'c'] })).toBe(false);
  expect(fits({ threshold: 0.3 }, { task: 'regression', labels: [] })).toBe(false);
  expect(fits({}, { task: 'regression', labels: [] })).toBe(true);
});

test('only two classes have a threshold, only some have costs, and numbers have neither', () => {
  expect(modesFor(binary)).toEqual(['model', 'threshold', 'costs']);
  expect(modesFor({ task: 'multiclass', labels: ['a', 'b', 'c'] })).toEqual(['model', 'costs']);
  expect(modesFor({ task: 'multiclass', labels: [...'abcdefg'] })).toEqual(['model']);
  expect(modesFor({ task: 'regression', labels: [] })).toEqual(['model']);
});

test('costs of three classes are tried row by row', () => {
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
  expect(countsBy(sample, costTable(null, labels))).toEqual([
    [2, 0, 0],
    [0, 1, 0],
    [1, 0, 1],
  ]);
  const dear = costTable({ c: { a: 20, b: 20 } }, labels);
  expect(countsBy(sample, dear)).toEqual([
    [1, 0, 1],
    [0, 0, 1],
    [0, 0, 2],
  ]);
  expect(rowsOf(countsBy(sample, dear))).toBe(5);
});
