import { expect, test } from 'vitest';
import { numberField } from '../../../../test/report.ts';
import { boundText } from './bound-text.ts';

test.each([
  [
    [1990.4, 1998.2, 2003.9],
    ['1,990', '1,998', '2,004'],
  ],
  [
    [0.12, 0.5, 88],
    ['0.12', '0.5', '88'],
  ],
  [
    [1_000_000.1, 1_000_000.2, 3_000_000],
    ['1,000,000.1', '1,000,000.2', '3,000,000'],
  ],
  [
    [12_345, 23_456],
    ['12,345', '23,456'],
  ],
  [
    [0.12341, 0.12344],
    ['0.12341', '0.12344'],
  ],
])('ranges with the bounds %j are formatted as %j', (ends, texts) => {
  const ranges = ends.slice(1).map((to, at) => ({ from: ends[at] ?? 0, to }));
  expect(ends.map(boundText(ranges))).toEqual(texts);
});

test('formats years as years and other four-digit numbers as numbers', () => {
  const built = { ...numberField('built'), integer: true, min: 1950, max: 2024 };
  const read = (field: typeof built) => [1998, 2003].map(boundText([{ from: 1998, to: 2003 }], field));
  expect(read(built)).toEqual(['1998', '2003']);
  expect(read({ ...built, max: 20_240 })).toEqual(['1,998', '2,003']);
});

test('a range with equal bounds is formatted briefly', () => {
  expect(boundText([{ from: 12.3456, to: 12.3456 }])(12.3456)).toBe('12.3');
});
