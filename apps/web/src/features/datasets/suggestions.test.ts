import type { CleanStep } from '@rowcast/contracts/domain/clean';
import type { LintFinding } from '@rowcast/contracts/domain/finding';
import { expect, test } from 'vitest';
import { asRecipe, effectOf, isSuperseded, suggestedSteps } from './suggestions.ts';

const drop = (column: string): CleanStep => ({ op: 'drop_column', column });
const clip = (column: string): CleanStep => ({ op: 'clip', column, low: 0, high: 9 });
const deduplicate: CleanStep = { op: 'deduplicate' };

const finding = (code: LintFinding['code'], fix?: CleanStep, count?: number): LintFinding => ({
  code,
  severity: 'warning',
  column: fix && 'column' in fix ? fix.column : null,
  message: '',
  ...(count === undefined ? {} : { params: { count } }),
  rows: [],
  lines: [],
  ...(fix ? { fix } : {}),
});

test('rows that repeat others are counted before a column goes that tells them apart', () => {
  expect(asRecipe([drop('id'), clip('age'), deduplicate])).toEqual([deduplicate, clip('age'), drop('id')]);
});

test('a step is taken once, and none on a column that is left out', () => {
  expect(asRecipe([drop('refund'), clip('refund'), drop('refund')])).toEqual([drop('refund')]);
  expect(isSuperseded(clip('refund'), [drop('refund')])).toBe(true);
  expect(isSuperseded(drop('refund'), [drop('refund')])).toBe(false);
  expect(isSuperseded(deduplicate, [drop('refund')])).toBe(false);
});

test('all that is suggested leaves the target in the table', () => {
  const found = [
    finding('TARGET_COPY', drop('refund')),
    finding('PERSONAL_DATA', drop('churn')),
    finding('GROUPS'),
  ];
  expect(suggestedSteps(found, 'churn')).toEqual([drop('refund')]);
  expect(suggestedSteps(found, undefined)).toEqual([drop('refund'), drop('churn')]);
});

test('a column that can be read as numbers is read so, and not dropped for looking like an identifier', () => {
  const cast: CleanStep = { op: 'cast', column: 'paid', to: 'number' };
  const found = [finding('MIXED_TYPES', cast), finding('IDENTIFIER_COLUMN', drop('paid'))];
  expect(suggestedSteps(found, 'churn')).toEqual([cast]);
});

test('what a step will do is what its finding counted', () => {
  const found = [
    finding('DUPLICATE_ROWS', deduplicate, 3),
    finding('OUTLIERS', clip('age'), 7),
    finding('HIGH_CARDINALITY', drop('id'), 120),
  ];
  expect(effectOf(deduplicate, found)).toEqual({ rows: 3 });
  expect(effectOf(clip('age'), found)).toEqual({ cells: 7 });
  expect(effectOf(drop('id'), found)).toEqual({});
  expect(effectOf(clip('height'), found)).toEqual({});
});
