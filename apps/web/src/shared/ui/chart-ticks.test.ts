import { expect, test } from 'vitest';
import {
  decimalsOf,
  type Ends,
  extentOf,
  roundEnds,
  roundStep,
  ticksOf,
  timeStep,
  widened,
} from './chart-ticks.ts';

test.each<[Ends, number[]]>([
  [
    [0, 1],
    [0, 0.2, 0.4, 0.6, 0.8, 1],
  ],
  [
    [0.01, 1],
    [0.2, 0.4, 0.6, 0.8, 1],
  ],
  [
    [30, 229.9],
    [50, 100, 150, 200],
  ],
  [
    [-28_840, 38_540],
    [-20_000, 0, 20_000],
  ],
  [
    [0.985, 0.999],
    [0.985, 0.99, 0.995],
  ],
])('between %j the ticks are %j', (ends, ticks) => {
  expect(ticksOf(ends, roundStep(ends))).toEqual(ticks);
});

test('an axis whose ends are free ends at ticks', () => {
  expect(roundEnds([31_560, 570_300], 200_000)).toEqual([0, 600_000]);
  expect(roundEnds([0, 1], 0.2)).toEqual([0, 1]);
});

test('time is told in its own steps', () => {
  expect(timeStep([0, 21])).toBe(5);
  expect(timeStep([0, 70])).toBe(15);
  expect(timeStep([0, 3600])).toBe(900);
});

test('ticks have the decimals that they need and no more', () => {
  expect([1000, 1, 0.5, 0.2, 0.01, 0.005].map(decimalsOf)).toEqual([0, 0, 1, 1, 2, 3]);
});

test('spreads and bands are within the axis', () => {
  const rows = [
    { a: 5, s: 1, b: 2, low: 0, high: 9 },
    { a: 7, s: null, b: null, low: null, high: null },
  ];
  expect(extentOf(rows, [{ key: 'a', label: '', spreadKey: 's' }])).toEqual([4, 7]);
  expect(extentOf(rows, [{ key: 'b', label: '', band: { low: 'low', high: 'high' } }])).toEqual([0, 9]);
  expect(extentOf([], [{ key: 'a', label: '' }])).toBeNull();
});

test('a single value has an axis around it', () => {
  expect(widened([10, 10])).toEqual([9, 11]);
  expect(widened([0, 0])).toEqual([-0.1, 0.1]);
});
