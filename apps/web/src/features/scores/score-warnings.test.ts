import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';
import type { Report } from '@rowcast/contracts/domain/models/report';
import { expect, test } from 'vitest';
import type { Interval } from './interval.ts';
import { scoreWarnings } from './score-warnings.ts';

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
])('duplicates make a score that is %s doubtful or not', (_, score, doubts) => {
  const found = scoreWarnings({ findings: [copies], score, baseline: auc(0.5, 0.5, 0.5) });
  expect(found).toHaveLength(doubts);
});

test.each([
  [{}, 1],
  [{ groupColumn: null }, 1],
  [{ groupColumn: 'household' }, 0],
  [{ timeColumn: 'day' }, 0],
])('shared groups make a score doubtful if rows are split by %j', (config, doubts) => {
  const rebuild = { config } as Report['rebuild'];
  const groups = { code: 'GROUPS', severity: 'warning', column: 'customer' } as LintFinding;
  const score = auc(0.99, 0.96, 1);
  expect(scoreWarnings({ findings: [groups], score, baseline: auc(0.5, 0.5, 0.5), rebuild })).toHaveLength(
    doubts,
  );
});
