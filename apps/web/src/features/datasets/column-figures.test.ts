import type { ColumnProfile } from '@rowcast/contracts/domain/profile';
import { expect, test } from 'vitest';
import { formatColumnBound, formatColumnValue } from './column-figures.ts';

const price = { name: 'price', type: 'integer' } as ColumnProfile;

test.each([
  [41_999, '41,999'],
  [1_234_567, '1,234,567'],
  [41_999.96, '41,999.96'],
  [-0.000123456, '-0.000123456'],
  [null, '–'],
])('the bound %s is shown as it is', (bound, shown) => {
  expect(formatColumnBound(price, bound)).toBe(shown);
});

test('a value between the bounds is rounded', () => {
  expect(formatColumnValue(price, 20_123.456)).toBe('20,120');
});
