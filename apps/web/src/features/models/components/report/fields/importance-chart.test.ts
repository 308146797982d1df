import { expect, test } from 'vitest';
import { barScale } from './importance-chart.tsx';

test('places negative bars left of zero and leaves room for the spread', () => {
  const place = barScale([
    { importance: 0.3, spread: 0.1 },
    { importance: -0.05, spread: 0.05 },
  ]);
  expect(place(0.4)).toBeCloseTo(100);
  expect(place(-0.1)).toBeCloseTo(0);
  expect(place(-0.05)).toBeLessThan(place(0));
  expect(place(0)).toBeCloseTo(20);
});

test('without negative bars zero is at the left edge', () => {
  expect(barScale([{ importance: 0.2, spread: 0.1 }])(0)).toBe(0);
  expect(barScale([{ importance: 0, spread: 0 }])(0)).toBe(0);
});
