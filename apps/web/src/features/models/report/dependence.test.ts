// @vitest-environment node
import { expect, test } from 'vitest';
import { dependenceRows } from './dependence.ts';

const line = { label: 'yes', mean: [0.1, 0.4, 0.2], low: [0, 0.3, 0.1], high: [0.2, 0.5, 0.3] };
const step = (value: number | null, category: string | null, missing = false) => ({
  value,
  category,
  missing,
  share: 0.1,
});

test('numbers form an axis without a place for missing values', () => {
  const age = {
    column: 'age',
    kind: 'number' as const,
    rows: 100,
    steps: [step(20, null), step(40, null), step(null, null, true)],
    lines: [line],
  };
  expect(dependenceRows(age, line, 'missing')).toEqual([
    { x: 20, mean: 0.1, low: 0, high: 0.2 },
    { x: 40, mean: 0.4, low: 0.3, high: 0.5 },
  ]);
});

test('categories keep their names and missing gets one', () => {
  const city = {
    column: 'city',
    kind: 'category' as const,
    rows: 100,
    steps: [step(null, 'Oslo'), step(null, 'Pune'), step(null, null, true)],
    lines: [line],
  };
  expect(dependenceRows(city, line, 'missing').map(({ x }) => x)).toEqual(['Oslo', 'Pune', 'missing']);
});
