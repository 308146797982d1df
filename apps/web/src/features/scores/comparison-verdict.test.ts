import type { ModelDetail } from '@rowcast/contracts/domain/models/model';
import type { Report } from '@rowcast/contracts/domain/models/report';
import { expect, test } from 'vitest';
import { oldReport, oldSettings } from '../../../test/report.ts';
import { compareOnSameRows, compareReports } from './comparison-verdict.ts';

const scoreOf = (value: number | null, metric: Report['metric'] = 'roc_auc') => ({
  metric,
  value,
  low: value === null ? null : value - 0.02,
  high: value === null ? null : value + 0.02,
});
const fingerprinted = (value: number | null, scoredOn: string | null = 'rows') => ({
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

test('compares versions by the interval of the difference', () => {
  expect(compareOnSameRows(fingerprinted(0.9), fingerprinted(0.8))).toBe('better');
  // The intervals overlap, but that of the difference excludes zero.
  expect(compareOnSameRows(fingerprinted(0.9), fingerprinted(0.865))).toBe('better');
  expect(compareOnSameRows(fingerprinted(0.9), fingerprinted(0.89))).toBe('even');
  expect(compareOnSameRows(fingerprinted(0.9), fingerprinted(0.9))).toBe('even');
  expect(compareOnSameRows(fingerprinted(0.8), fingerprinted(0.9))).toBe('worse');
});

test('does not compare scores of different rows, targets or metrics', () => {
  expect(compareOnSameRows(fingerprinted(0.9), fingerprinted(0.5, 'others'))).toBe('apart');
  expect(compareOnSameRows(fingerprinted(0.9, null), fingerprinted(0.5))).toBeNull();
  expect(compareOnSameRows(fingerprinted(0.9), fingerprinted(0.5, null))).toBeNull();
  expect(compareOnSameRows({ ...fingerprinted(0.9), interval: null }, fingerprinted(0.5))).toBeNull();
});

test('without a value or interval only equal values compare', () => {
  const pointed = { ...fingerprinted(0.5), interval: { ...scoreOf(0.5), low: null, high: null } };
  expect(compareOnSameRows(fingerprinted(null), fingerprinted(0.9))).toBe('missing');
  expect(compareOnSameRows(fingerprinted(0.9), pointed)).toBe('missing');
  expect(compareOnSameRows(pointed, pointed)).toBe('even');
  expect(compareReports(scored(0.9), scored(null))).toBe('missing');
});

test('compares reports by their fingerprints', () => {
  const of = (scoredOn: string) => ({ scoredOn });
  expect(compareReports(scored(0.8, of('rows')), scored(0.9, of('rows')))).toBe('worse');
  // Two samples of one large table.
  expect(compareReports(scored(0.8, of('rows')), scored(0.9, of('others')))).toBe('rows');
  // Different splits of the same rows.
  const divided = scored(0.9, of('rows'), { testSize: 0.3 });
  expect(compareReports(scored(0.8, of('rows')), divided)).toBe('worse');
});

test('a larger error is worse', () => {
  const numbers = (value: number) =>
    scored(value, { task: 'regression', labels: [], metric: 'rmse', score: scoreOf(value, 'rmse') });
  expect(compareReports(numbers(9), numbers(8))).toBe('worse');
  expect(compareReports(numbers(8), numbers(9))).toBe('better');
});

test('names the difference of reports, also without fingerprints', () => {
  const f1 = (labels: string[]) => scored(0.9, { labels, metric: 'f1', score: scoreOf(0.9, 'f1') });
  expect(compareReports(scored(0.8), scored(0.9))).toBe('worse');
  expect(compareReports(scored(0.9), scored(0.8, { target: 'city' }))).toBe('target');
  expect(compareReports(scored(0.9), scored(0.8, { labels: ['low', 'mid', 'high'] }))).toBe('answers');
  expect(compareReports(scored(0.9), scored(0.8, { task: 'multiclass' }))).toBe('answers');
  expect(compareReports(scored(0.9), scored(0.8, { labels: ['high', 'low'] }))).toBe('better');
  expect(compareReports(f1(['low', 'high']), f1(['high', 'low']))).toBe('metric');
  const otherwise = scored(0.5, { metric: 'log_loss', score: scoreOf(0.5, 'log_loss') });
  expect(compareReports(scored(0.9), otherwise)).toBe('metric');
  expect(compareReports(scored(0.9), scored(0.8, { seed: 1 }))).toBe('rows');
  expect(compareReports(scored(0.9), scored(0.8, { dataSha256: 'cd'.repeat(32) }))).toBe('rows');
});

test.each([[{ groupColumn: 'household' }], [{ timeColumn: 'day' }], [{ testSize: 0.3 }]])(
  'rows divided by %o are others, however many they are',
  (settings) => {
    const divided = scored(0.8, {}, settings);
    expect(compareReports(scored(0.9), divided)).toBe('rows');
    expect(compareReports(divided, divided)).toBe('even');
  },
);
