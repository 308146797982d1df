import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import type { Report } from '@rowcast/contracts/domain/models/report';
import { expect, test } from 'vitest';
import { oldReport, oldSettings } from '../../../test/report.ts';
import { standingOf, standingOfReports } from './standing.ts';

const scoreOf = (value: number | null, metric: Report['metric'] = 'roc_auc') => ({
  metric,
  value,
  low: value === null ? null : value - 0.02,
  high: value === null ? null : value + 0.02,
});
const told = (value: number | null, scoredOn: string | null = 'rows') => ({
  interval: scoreOf(value),
  scoredOn,
});
const scored = (
  value: number | null,
  parts: Partial<Report> = {},
  settings: Partial<ModelDetail['settings']> = {},
) => ({
  report: oldReport({ score: scoreOf(value), ...parts }),
  settings: { ...oldSettings, ...settings },
});

test('a version is better, not clearly different or worse by the interval of the difference', () => {
  expect(standingOf(told(0.9), told(0.8))).toBe('better');
  // The intervals overlap, but that of the difference excludes zero.
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

test('without a value or an interval nothing is told, but that the same number is the same', () => {
  const pointed = { ...told(0.5), interval: { ...scoreOf(0.5), low: null, high: null } };
  expect(standingOf(told(null), told(0.9))).toBe('untold');
  expect(standingOf(told(0.9), pointed)).toBe('untold');
  expect(standingOf(pointed, pointed)).toBe('even');
  expect(standingOfReports(scored(0.9), scored(null))).toBe('untold');
});

test('whole reports are judged as their fingerprints are', () => {
  const of = (scoredOn: string) => ({ scoredOn });
  expect(standingOfReports(scored(0.8, of('rows')), scored(0.9, of('rows')))).toBe('worse');
  // Two samples of one large table.
  expect(standingOfReports(scored(0.8, of('rows')), scored(0.9, of('others')))).toBe('rows');
  // Different splits of the same rows.
  const divided = scored(0.9, of('rows'), { testSize: 0.3 });
  expect(standingOfReports(scored(0.8, of('rows')), divided)).toBe('worse');
});

test('of errors the larger one is the worse', () => {
  const numbers = (value: number) =>
    scored(value, { task: 'regression', labels: [], metric: 'rmse', score: scoreOf(value, 'rmse') });
  expect(standingOfReports(numbers(9), numbers(8))).toBe('worse');
  expect(standingOfReports(numbers(8), numbers(9))).toBe('better');
});

test('what sets reports apart is named, also where they have no fingerprints', () => {
  const f1 = (labels: string[]) => scored(0.9, { labels, metric: 'f1', score: scoreOf(0.9, 'f1') });
  expect(standingOfReports(scored(0.8), scored(0.9))).toBe('worse');
  expect(standingOfReports(scored(0.9), scored(0.8, { target: 'city' }))).toBe('target');
  expect(standingOfReports(scored(0.9), scored(0.8, { labels: ['low', 'mid', 'high'] }))).toBe('answers');
  expect(standingOfReports(scored(0.9), scored(0.8, { task: 'multiclass' }))).toBe('answers');
  expect(standingOfReports(scored(0.9), scored(0.8, { labels: ['high', 'low'] }))).toBe('better');
  expect(standingOfReports(f1(['low', 'high']), f1(['high', 'low']))).toBe('metric');
  const otherwise = scored(0.5, { metric: 'log_loss', score: scoreOf(0.5, 'log_loss') });
  expect(standingOfReports(scored(0.9), otherwise)).toBe('metric');
  expect(standingOfReports(scored(0.9), scored(0.8, { seed: 1 }))).toBe('rows');
  expect(standingOfReports(scored(0.9), scored(0.8, { dataSha256: 'cd'.repeat(32) }))).toBe('rows');
});

test.each([[{ groupColumn: 'household' }], [{ timeColumn: 'day' }], [{ testSize: 0.3 }]])(
  'rows divided by %o are others, however many they are',
  (settings) => {
    const divided = scored(0.8, {}, settings);
    expect(standingOfReports(scored(0.9), divided)).toBe('rows');
    expect(standingOfReports(divided, divided)).toBe('even');
  },
);
