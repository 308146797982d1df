// @vitest-environment node
import { expect, test } from 'vitest';
import { curvesOf } from './curves.ts';

const points = [
  { x: 0, y: 0 },
  { x: 1, y: 1 },
];
const old = {
  labels: ['no', 'yes'],
  confusion: [],
  perClass: [],
  roc: points,
  precisionRecall: points,
  calibration: points,
};

test('an old report has the curves of its only class', () => {
  expect(curvesOf(old, undefined).map(({ name }) => name)).toEqual(['roc', 'precisionRecall', 'calibration']);
});

test('a class has calibration intervals, gains and the chance diagonal', () => {
  const yes = {
    label: 'yes',
    // The sample of rows that the curves use.
    support: 4,
    rocAuc: 0.9,
    averagePrecision: 0.8,
    roc: points,
    precisionRecall: points,
    calibration: [{ from: 0, to: 0.5, predicted: 0.2, observed: 0.25, low: 0.1, high: 0.4, rows: 8 }],
    lift: [{ share: 0.1, gain: 0.4, lift: 4 }],
  };
  const no = { label: 'no', precision: 1, recall: 1, f1: 1, support: 30 };
  const perClass = [no, { ...no, label: 'yes', support: 10 }];
  const curves = new Map(curvesOf({ ...old, perClass }, yes).map(({ name, rows }) => [name, rows]));
  expect(curves.get('calibration')).toEqual([{ x: 0.2, y: 0.25, low: 0.1, high: 0.4, reference: 0.2 }]);
  expect(curves.get('gains')).toEqual([
    { x: 0, y: 0, reference: 0 },
    { x: 0.1, y: 0.4, reference: 0.1 },
  ]);
  expect(curves.get('precisionRecall')).toEqual(points.map((point) => ({ ...point, reference: 0.25 })));
});

test('many classes without curves show none', () => {
  expect(curvesOf({ ...old, roc: [], precisionRecall: [], calibration: [] }, undefined)).toEqual([]);
});
