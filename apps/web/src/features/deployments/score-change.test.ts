import type { Report } from '@rowcast/contracts/domain/models/report';
import { expect, test } from 'vitest';
import { oldReport, oldSettings } from '../../../test/report.ts';
import { releaseKind } from './release-kind.ts';
import { scoreChange } from './score-change.ts';

const score = (value: number | null, metric: Report['metric'] = 'roc_auc') => ({
  metric,
  value,
  low: value === null ? null : value - 0.02,
  high: value === null ? null : value + 0.02,
});
const scored = (value: number | null, parts: Partial<Report> = {}) => ({
  report: oldReport({ score: score(value), ...parts }),
  settings: oldSettings,
});
const standing = (...sides: Parameters<typeof scoreChange>) => scoreChange(...sides)?.standing;

test('compares the new model with the deployed one', () => {
  expect(standing(scored(0.8), scored(0.9))).toBe('better');
  expect(standing(scored(0.9), scored(0.8))).toBe('worse');
  expect(standing(scored(0.9), scored(0.8, { seed: 1 }))).toBe('rows');
});

test('uses the metric of the deployed model', () => {
  const after = scored(0.5, { metric: 'log_loss', score: score(0.5, 'log_loss') });
  expect(scoreChange(scored(0.9), after)).toMatchObject({
    standing: 'metric',
    after: { metric: 'log_loss' },
  });
  after.report.otherScores = [score(0.8)];
  expect(scoreChange(scored(0.9), after)).toMatchObject({
    standing: 'metric',
    after: { metric: 'roc_auc', value: 0.8 },
  });
});

test('asks only about the most important change before a deployment', () => {
  const release = (after: ReturnType<typeof scored>) => ({
    changes: [],
    score: scoreChange(scored(0.9), after),
  });
  expect(releaseKind(release(scored(0.95)))).toBeNull();
  expect(releaseKind(release(scored(0.91)))).toBeNull();
  expect(releaseKind(release(scored(0.89)))).toBe('even');
  expect(releaseKind(release(scored(0.8)))).toBe('worse');
  expect(releaseKind(release(scored(0.8, { seed: 1 })))).toBe('unknown');
  expect(releaseKind(release(scored(null)))).toBe('unknown');
  expect(releaseKind(release(scored(0.8, { target: 'city' })))).toBe('target');
  expect(releaseKind(release(scored(0.8, { labels: ['low', 'mid', 'high'] })))).toBe('answers');
  expect(releaseKind({ changes: [], score: null })).toBeNull();
});
