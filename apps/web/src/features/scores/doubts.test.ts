import type { LintFinding } from '@rowcast/contracts/domain/finding';
import { expect, test } from 'vitest';
import { doubtsOf } from './doubts.ts';
import type { Interval } from './interval.ts';

const auc = (value: number, low: number | null, high: number | null): Interval => ({
  metric: 'roc_auc',
  value,
  low,
  high,
});
const copies = { code: 'SCORED_COPIES', severity: 'warning' } as LintFinding;

test.each([
  ['better than guessing', auc(0.99, 0.96, 1), 1],
  ['of too few rows for an interval', auc(0.99, null, null), 1],
  ['no better than guessing', auc(0.53, 0.32, 0.69), 0],
])('equal rows make a score that is %s doubtful or not', (_, score, doubts) => {
  const found = doubtsOf({ findings: [copies], score, baseline: auc(0.5, 0.5, 0.5) });
  expect(found).toHaveLength(doubts);
});
