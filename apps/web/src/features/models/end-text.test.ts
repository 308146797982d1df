import { expect, test } from 'vitest';
import { endText } from './end-text.ts';

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
])('ranges with the ends %j read %j', (ends, texts) => {
  const ranges = ends.slice(1).map((to, at) => ({ from: ends[at] ?? 0, to }));
  expect(ends.map(endText(ranges))).toEqual(texts);
});

test('a range of one number is written as shortly as any', () => {
  expect(endText([{ from: 12.3456, to: 12.3456 }])(12.3456)).toBe('12.3');
});
