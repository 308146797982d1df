import { expect, test } from 'vitest';
import {
  areDistinct,
  areIntegers,
  decimalsOf,
  type Ends,
  extentOf,
  roundEnds,
  roundStep,
  ticksOf,
  tickText,
  timeStep,
  truncateText,
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

test('free axis bounds are ticks', () => {
  expect(roundEnds([31_560, 570_300], 200_000)).toEqual([0, 600_000]);
  expect(roundEnds([0, 1], 0.2)).toEqual([0, 1]);
});

test('time axes use time steps', () => {
  expect(timeStep([0, 21])).toBe(5);
  expect(timeStep([0, 70])).toBe(15);
  expect(timeStep([0, 3600])).toBe(900);
});

test('ticks have only the decimals they need', () => {
  expect([1000, 1, 0.5, 0.2, 0.01, 0.005].map(decimalsOf)).toEqual([0, 0, 1, 1, 2, 3]);
});

test.each<[Ends, string[]]>([
  [
    [1_160_000, 1_240_000],
    ['1.16M', '1.18M', '1.2M', '1.22M', '1.24M'],
  ],
  [
    [0, 2_000_000],
    ['0', '500K', '1M', '1.5M', '2M'],
  ],
  [
    [1_200_000, 1_200_400],
    ['1,200,000', '1,200,100', '1,200,200', '1,200,300', '1,200,400'],
  ],
  [
    [-1_000_020_000, -1_000_000_000],
    ['-1.00002B', '-1.000015B', '-1.00001B', '-1.000005B', '-1B'],
  ],
])('ticks between %j are distinct', (ends, texts) => {
  const step = roundStep(ends);
  expect(ticksOf(ends, step).map(tickText(step))).toEqual(texts);
});

test('detects a format that makes ticks identical', () => {
  expect(areDistinct([0, 0.5, 1], (tick) => tick.toFixed(1))).toBe(true);
  expect(areDistinct([0, 0.05, 0.1], (tick) => tick.toFixed(1))).toBe(false);
});

test('truncates a long name between characters', () => {
  expect(truncateText('customer_lifetime_value_eur', 17)).toBe('customer_lifetim…');
  expect(truncateText('seventeen letters', 17)).toBe('seventeen letters');
  expect(truncateText('🙂🙂🙂🙂', 3)).toBe('🙂🙂…');
});

test('the axis includes spreads and bands', () => {
  const rows = [
    { a: 5, s: 1, b: 2, low: 0, high: 9 },
    { a: 7, s: null, b: null, low: null, high: null },
  ];
  expect(extentOf(rows, [{ key: 'a', label: '', spreadKey: 's' }])).toEqual([4, 7]);
  expect(extentOf(rows, [{ key: 'b', label: '', band: { low: 'low', high: 'high' } }])).toEqual([0, 9]);
  expect(extentOf([], [{ key: 'a', label: '' }])).toBeNull();
});

test('an axis around a single value has room', () => {
  expect(widened([10, 10])).toEqual([9, 11]);
  expect(widened([0, 0])).toEqual([-0.1, 0.1]);
});

test('distinguishes counts from amounts', () => {
  const one = { key: 'a', label: '' };
  expect(areIntegers([{ a: 3 }, { a: null }], [one])).toBe(true);
  expect(areIntegers([{ a: 3 }, { a: 0.5 }], [one])).toBe(false);
  expect(areIntegers([{ a: 3, s: 1 }], [{ ...one, spreadKey: 's' }])).toBe(false);
});
