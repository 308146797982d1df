// @vitest-environment node
import { expect, test } from 'vitest';
import { steady } from './elapsed.ts';

test('a late report does not turn the clock back', () => {
  expect(steady(13.4, 12.9)).toBe(13.4);
  expect(steady(13.4, 14.1)).toBe(14.1);
});

test('a restarted training restarts its clock', () => {
  expect(steady(40, 0)).toBe(0);
});
