// @vitest-environment node
import type { ColumnProfile } from '@rowcast/contracts/domain/datasets/profile';
import { expect, test } from 'vitest';
import { targetFacts, twoClasses } from './target-facts.ts';

const column = (part: Partial<ColumnProfile>): ColumnProfile => ({
  name: 'target',
  type: 'category',
  missing: 0,
  distinct: 2,
  min: null,
  max: null,
  mean: null,
  std: null,
  quantiles: [],
  histogram: [],
  topValues: [],
  examples: [],
  ...part,
});

test.each([
  ['all missing', { missing: 100, distinct: 0 }, 'allMissing'],
  ['one class', { distinct: 1 }, 'oneClass'],
  ['unique text', { type: 'text', distinct: 100 }, 'unique'],
  ['unique among the rows that have it', { type: 'identifier', distinct: 90, missing: 10 }, 'unique'],
] as const)('a target with %s is explained before training', (_, part, problem) => {
  expect(targetFacts(column(part), 100)).toMatchObject({ problem, task: null });
});

test('a unique numeric column is a regression target', () => {
  expect(targetFacts(column({ type: 'number', distinct: 100 }), 100)).toMatchObject({
    problem: null,
    task: 'regression',
  });
});

test.each([
  [{ type: 'boolean', distinct: 2 }, 'binary'],
  [{ type: 'category', distinct: 5 }, 'multiclass'],
  [{ type: 'integer', distinct: 5 }, 'multiclass'],
  [{ type: 'integer', distinct: 11 }, 'regression'],
] as const)('%o is trained as %s', (part, task) => {
  expect(targetFacts(column(part), 100).task).toBe(task);
});

test('the detected task replaces the guess', () => {
  const stars = column({ name: 'stars', type: 'integer', distinct: 5 });
  expect(targetFacts(stars, 100).task).toBe('multiclass');
  expect(targetFacts(stars, 100, 'regression').task).toBe('regression');
  expect(targetFacts(column({ distinct: 1 }), 100, 'binary').task).toBeNull();
});

test('classes are shown as the file writes them', () => {
  const spellings = [
    { value: '1', written: '1.0' },
    { value: '2', written: '2.0' },
  ];
  expect(twoClasses(column({ distinct: 2, min: 1, max: 2, spellings }))).toEqual(['1.0', '2.0']);
});
