import { expect, test } from 'vitest';
import { formatChange, formatDuration, formatMetric, formatScore, formatShare } from './format.ts';

test.each([
  [12_909.916, 'rmse', '12,910'],
  [1_234_567.8, 'mae', '1,234,568'],
  [0.00123456, 'rmse', '0.001235'],
  [0.9, 'r2', '0.900'],
  [0.98765, 'roc_auc', '0.988'],
  [null, 'rmse', '–'],
])('formats %s in %s as %s', (value, metric, text) => {
  expect(formatMetric(value, metric)).toBe(text);
});

test.each([
  [0.0204, '+0.020'],
  [-0.0204, '−0.020'],
  [-0.0001, '0.000'],
  [0, '0.000'],
])('formats a change of %s as %s', (change, text) => {
  expect(formatChange(change, formatScore)).toBe(text);
});

test.each([
  [0.25, '25.0%'],
  [0.004, '0.40%'],
  [0.00003, '0.003%'],
  [0.9996, '99.96%'],
  [0.99997, '99.997%'],
  [0, '0.0%'],
  [1, '100.0%'],
  [null, '–'],
])('formats a share of %s as %s', (share, text) => {
  expect(formatShare(share)).toBe(text);
});

test.each([
  [0.42, '0.4s'],
  [59.6, '1m'],
  [80, '1m 20s'],
  [3600, '1h'],
  [7500, '2h 5m'],
  [7230, '2h'],
])('formats %s seconds as %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
