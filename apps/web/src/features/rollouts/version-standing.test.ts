import { expect, test } from 'vitest';
import { standingOf } from './version-standing.ts';

const told = (value: number, scoredOn: string | null = 'rows') => ({
  interval: { metric: 'roc_auc' as const, value, low: value - 0.02, high: value + 0.02 },
  scoredOn,
});

test('a version is better, not clearly different or worse by the interval of the difference', () => {
  expect(standingOf(told(0.9), told(0.8))).toBe('better');
  // Their own intervals touch, that of their difference leaves zero out.
  expect(standingOf(told(0.9), told(0.865))).toBe('better');
  expect(standingOf(told(0.9), told(0.89))).toBe('even');
  expect(standingOf(told(0.9), told(0.9))).toBe('even');
  expect(standingOf(told(0.8), told(0.9))).toBe('worse');
});

test('scores of other rows, targets or metrics are not compared, and of those nobody knows nothing is said', () => {
  expect(standingOf(told(0.9), told(0.5, 'others'))).toBe('apart');
  expect(standingOf(told(0.9, null), told(0.5))).toBeNull();
  expect(standingOf(told(0.9), told(0.5, null))).toBeNull();
  expect(standingOf({ ...told(0.9), interval: null }, told(0.5))).toBeNull();
});
