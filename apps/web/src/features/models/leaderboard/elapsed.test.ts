// @vitest-environment node
import { expect, test } from 'vitest';
import { steady } from './elapsed.ts';

test('a report that comes late does not turn the clock back', () => {
  expect(steady(13.4, 12.9)).toBe(13.4);
  expect(steady(13.4, 14.1)).toBe(14.1);
});

test('a training that began anew is timed anew', () => {
  expect(steady(40, 0)).toBe(0);
});
