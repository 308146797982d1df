import type { ColumnProfile } from '@rowcast/contracts/domain/datasets/profile';
import { expect, test } from 'vitest';
import { binText, formatColumnBound, formatColumnValue } from './column-figures.ts';

const price = { name: 'price', type: 'integer' } as ColumnProfile;

test.each([
  [41_999, '41,999'],
  [1_234_567, '1,234,567'],
  [41_999.96, '41,999.96'],
  [-0.000123456, '-0.000123456'],
  [null, '–'],
])('shows the bound %s without rounding', (bound, shown) => {
  expect(formatColumnBound(price, bound)).toBe(shown);
});

test('rounds a value between the bounds', () => {
  expect(formatColumnValue(price, 20_123.456)).toBe('20,120');
});

const spread = (from: number, width: number) =>
  [0, 1].map((bin) => ({ from: from + bin * width, to: from + (bin + 1) * width, count: 1 }));

test.each([
  ['integer', 1_000_000, 1_000, ['1,000,000', '1,001,000', '1,002,000']],
  ['datetime', Date.UTC(2026, 0, 31) / 1000, 86_400, ['Jan 31, 2026', 'Feb 1, 2026', 'Feb 2, 2026']],
  ['datetime', Date.UTC(2026, 0, 31) / 1000, 1_800, [/12:00:00/, /12:30:00/, /1:00:00/]],
] as const)('bin edges of %s from %d with width %d are distinct', (type, from, width, texts) => {
  const text = binText({ ...price, type, histogram: spread(from, width) });
  for (const [place, shown] of texts.entries()) expect(text(from + place * width)).toMatch(shown);
});

test('shows years and identifiers without separators', () => {
  const year = { ...price, name: 'built', min: 1952, max: 2024 };
  expect(formatColumnBound(year, 1952)).toBe('1952');
  expect(formatColumnValue(year, 2003.4)).toBe('2003');
  expect(binText({ ...year, histogram: spread(1950, 10) })(1960)).toBe('1960');
  expect(formatColumnBound({ ...price, type: 'identifier' }, 411_001)).toBe('411001');
});
