// @vitest-environment node
import { expect, test } from 'vitest';
import { numberField, oldReport } from '../../../../test/report.ts';
import { comparableRows, fieldsOnlyIn, importancePairs, scorePairs } from './comparison.ts';

const reportOf = (value: number, columns: string[]) =>
  oldReport({
    score: { metric: 'roc_auc', value, low: value - 0.02, high: value + 0.02 },
    otherScores: [{ metric: 'accuracy', value: 0.8, low: 0.7, high: 0.9 }],
    importance: columns.map((column, index) => ({ column, importance: 1 / (index + 1), spread: 0 })),
    fields: columns.map(numberField),
  });

test('joins both sides by name and shows one-sided rows', () => {
  const [left, right] = [reportOf(0.8, ['age', 'job']), reportOf(0.9, ['hours', 'age'])];
  const nameOf = (metric: string) => metric;
  expect(scorePairs(left, right, { left: nameOf, right: nameOf }).map(({ name }) => name)).toEqual([
    'roc_auc',
    'accuracy',
  ]);
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

test('drops rows without values', () => {
  const rows = [
    { id: 'both', left: 0, right: 1 },
    { id: 'one', left: null, right: 0.5 },
    { id: 'text', left: '–', right: 'linear' },
    { id: 'neither', left: null, right: undefined },
    { id: 'dashes', left: '–', right: '–' },
  ];
  expect(comparableRows(rows).map(({ id }) => id)).toEqual(['both', 'one', 'text']);
});
