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
  expect(standingOf(fingerprinted(0.9), fingerprinted(0.8))).toBe('better');
  // The intervals overlap, but that of the difference excludes zero.
  expect(standingOf(fingerprinted(0.9), fingerprinted(0.865))).toBe('better');
  expect(standingOf(fingerprinted(0.9), fingerprinted(0.89))).toBe('even');
  expect(standingOf(fingerprinted(0.9), fingerprinted(0.9))).toBe('even');
  expect(standingOf(fingerprinted(0.8), fingerprinted(0.9))).toBe('worse');
});

test('does not compare scores of different rows, targets or metrics', () => {
  expect(standingOf(fingerprinted(0.9), fingerprinted(0.5, 'others'))).toBe('apart');
  expect(standingOf(fingerprinted(0.9, null), fingerprinted(0.5))).toBeNull();
  expect(standingOf(fingerprinted(0.9), fingerprinted(0.5, null))).toBeNull();
  expect(standingOf({ ...fingerprinted(0.9), interval: null }, fingerprinted(0.5))).toBeNull();
});

test('without a value or interval only equal values compare', () => {
  const pointed = { ...fingerprinted(0.5), interval: { ...scoreOf(0.5), low: null, high: null } };
  expect(standingOf(fingerprinted(null), fingerprinted(0.9))).toBe('missing');
  expect(standingOf(fingerprinted(0.9), pointed)).toBe('missing');
  expect(standingOf(pointed, pointed)).toBe('even');
  expect(standingOfReports(scored(0.9), scored(null))).toBe('missing');
});

test('compares reports by their fingerprints', () => {
  const of = (scoredOn: string) => ({ scoredOn });
  expect(standingOfReports(scored(0.8, of('rows')), scored(0.9, of('rows')))).toBe('worse');
  // Two samples of one large table.
  expect(standingOfReports(scored(0.8, of('rows')), scored(0.9, of('others')))).toBe('rows');
  // Different splits of the same rows.
  const divided = scored(0.9, of('rows'), { testSize: 0.3 });
  expect(standingOfReports(scored(0.8, of('rows')), divided)).toBe('worse');
});

test('a larger error is worse', () => {
  const numbers = (value: number) =>
    scored(value, { task: 'regression', labels: [], metric: 'rmse', score: scoreOf(value, 'rmse') });
  expect(standingOfReports(numbers(9), numbers(8))).toBe('worse');
  expect(standingOfReports(numbers(8), numbers(9))).toBe('better');
});

test('names the difference of reports, also without fingerprints', () => {
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
