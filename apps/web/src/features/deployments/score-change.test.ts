import type { ModelDetail } from '@rowcast/contracts/domain/model';
import type { Report } from '@rowcast/contracts/domain/report';
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
const scored = (
  value: number | null,
  parts: Partial<Report> = {},
  settings: Partial<ModelDetail['settings']> = {},
) => ({
  report: oldReport({ score: score(value), ...parts }),
  settings: { ...oldSettings, ...settings },
});
const standing = (...sides: Parameters<typeof scoreChange>) => scoreChange(...sides)?.standing;

test('a model is worse by chance or beyond it, or better', () => {
  expect(standing(scored(0.9), scored(0.91))).toBe('better');
  expect(standing(scored(0.9), scored(0.9))).toBe('same');
  expect(standing(scored(0.9), scored(0.89))).toBe('worse');
  expect(standing(scored(0.9), scored(0.8))).toBe('clearlyWorse');
});

test('of errors the larger one is the worse', () => {
  const numbers = (value: number) =>
    scored(value, { task: 'regression', labels: [], metric: 'rmse', score: score(value, 'rmse') });
  expect(standing(numbers(8), numbers(9))).toBe('clearlyWorse');
  expect(standing(numbers(9), numbers(8))).toBe('better');
});

test('both are compared in the metric of the one that serves', () => {
  const after = scored(0.5, { metric: 'log_loss', score: score(0.5, 'log_loss') });
  expect(scoreChange(scored(0.9), after)).toMatchObject({
    standing: 'unknown',
    after: { metric: 'log_loss' },
  });
  after.report.otherScores = [score(0.8)];
  expect(scoreChange(scored(0.9), after)).toMatchObject({
    standing: 'clearlyWorse',
    after: { metric: 'roc_auc', value: 0.8 },
  });
});

test('another target, task or set of classes is another question, and no value is no comparison', () => {
  expect(standing(scored(0.9), scored(0.9, { target: 'city' }))).toBe('target');
  expect(standing(scored(0.9), scored(0.9, { labels: ['low', 'mid', 'high'] }))).toBe('answers');
  expect(standing(scored(0.9), scored(0.9, { task: 'multiclass' }))).toBe('answers');
  expect(standing(scored(0.9), scored(0.9, { labels: ['high', 'low'] }))).toBe('same');
  expect(standing(scored(0.9), scored(null))).toBe('unknown');
});

test('rows of another table or another division are said to be others', () => {
  expect(scoreChange(scored(0.9), scored(0.9))?.otherRows).toBe(false);
  expect(scoreChange(scored(0.9), scored(0.9, { seed: 1 }))?.otherRows).toBe(true);
  expect(scoreChange(scored(0.9), scored(0.9, { dataSha256: 'cd'.repeat(32) }))?.otherRows).toBe(true);
});

test.each([[{ groupColumn: 'household' }], [{ timeColumn: 'day' }], [{ testSize: 0.3 }]])(
  'rows divided by %o are others, however many they are',
  (settings) => {
    const divided = scored(0.9, {}, settings);
    expect(scoreChange(scored(0.9), divided)?.otherRows).toBe(true);
    expect(scoreChange(divided, divided)?.otherRows).toBe(false);
  },
);

test('what is asked before a deployment names what matters most, and a better model that changes nothing is not asked about', () => {
  const release = (after: ReturnType<typeof scored>) => ({
    changes: [],
    score: scoreChange(scored(0.9), after),
  });
  expect(releaseKind(release(scored(0.95)))).toBeNull();
  expect(releaseKind(release(scored(0.8)))).toBe('worse');
  expect(releaseKind(release(scored(0.8, { target: 'city' })))).toBe('target');
  expect(releaseKind(release(scored(0.8, { labels: ['low', 'mid', 'high'] })))).toBe('answers');
  expect(releaseKind({ changes: [], score: null })).toBeNull();
});
