import type { Report } from '@rowcast/contracts/domain/report';
import { expect, test } from 'vitest';
import { numberField, oldReport } from '../../../test/report.ts';
import { clearlyBetter, fieldsOnlyIn, importancePairs, scorePairs, told } from './comparison.ts';

const reportOf = (value: number, columns: string[], metric: Report['metric'] = 'roc_auc') =>
  oldReport({
    metric,
    score: { metric, value, low: value - 0.02, high: value + 0.02 },
    otherScores: [{ metric: 'accuracy', value: 0.8, low: 0.7, high: 0.9 }],
    importance: columns.map((column, index) => ({ column, importance: 1 / (index + 1), spread: 0 })),
    fields: columns.map(numberField),
  });

test('a side is better only where the intervals lie apart', () => {
  expect(clearlyBetter(reportOf(0.8, []), reportOf(0.9, []))).toBe('right');
  expect(clearlyBetter(reportOf(0.9, []), reportOf(0.8, []))).toBe('left');
  expect(clearlyBetter(reportOf(0.9, []), reportOf(0.91, []))).toBeNull();
  expect(clearlyBetter(reportOf(8, [], 'rmse'), reportOf(9, [], 'rmse'))).toBe('left');
  expect(clearlyBetter(reportOf(0.9, []), reportOf(8, [], 'rmse'))).toBeNull();
});

test('a side whose score or interval is not known is neither better nor worse', () => {
  const unknown = {
    metric: 'roc_auc' as const,
    value: null,
    low: null,
    high: null,
    gap: 'one_class' as const,
  };
  const pointed = { ...unknown, value: 0.5, gap: 'too_few' as const };
  for (const score of [unknown, pointed]) {
    expect(clearlyBetter(reportOf(0.9, []), { ...reportOf(0.5, []), score })).toBeNull();
    expect(clearlyBetter({ ...reportOf(0.5, []), score }, reportOf(0.9, []))).toBeNull();
  }
});

test('sides chosen by different metrics are compared in that of the first', () => {
  const otherwise = { ...reportOf(0.5, [], 'log_loss'), otherScores: [reportOf(0.8, []).score] };
  expect(clearlyBetter(reportOf(0.9, []), otherwise)).toBe('left');
  expect(clearlyBetter(reportOf(0.7, []), otherwise)).toBe('right');
});

test('both sides stand under the names of either, and what is on one side only is told', () => {
  const [left, right] = [reportOf(0.8, ['age', 'job']), reportOf(0.9, ['hours', 'age'])];
  expect(scorePairs(left, right).map(({ name }) => name)).toEqual(['roc_auc', 'accuracy']);
  expect(
    importancePairs(left, right).map(({ name, left: a, right: b }) => [name, a?.importance, b?.importance]),
  ).toEqual([
    ['age', 1, 0.5],
    ['hours', undefined, 1],
    ['job', 0.5, undefined],
  ]);
  expect(fieldsOnlyIn(left, right)).toEqual(['job']);
  expect(fieldsOnlyIn(right, left)).toEqual(['hours']);
});

test('what neither side has is left out', () => {
  const rows = [
    { id: 'both', left: 0, right: 1 },
    { id: 'one', left: null, right: 0.5 },
    { id: 'text', left: '–', right: 'linear' },
    { id: 'neither', left: null, right: undefined },
    { id: 'dashes', left: '–', right: '–' },
  ];
  expect(told(rows).map(({ id }) => id)).toEqual(['both', 'one', 'text']);
});
