import { expect, test } from 'vitest';
import { asRecipe, type CleanStep, isSuperseded, type LintFinding, suggestedSteps } from '../src/index.ts';

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

test('values are replaced while they are spelt as the finding has them', () => {
  const replaced: CleanStep = { op: 'replace', column: 'paid', values: ['y', 'Y'], by: 'Yes' };
  const unify: CleanStep = { op: 'unify', column: 'paid' };
  expect(asRecipe([unify, replaced, deduplicate])).toEqual([deduplicate, replaced, unify]);
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
  expect(suggestedSteps(found, { keep: ['churn'] })).toEqual([drop('refund')]);
  expect(suggestedSteps(found, { keep: [undefined] })).toEqual([drop('refund'), drop('churn')]);
});

test('a column that can be read as numbers is read so, and not dropped for looking like an identifier', () => {
  const cast: CleanStep = { op: 'cast', column: 'paid', to: 'number' };
  const found = [finding('MIXED_TYPES', cast), finding('IDENTIFIER_COLUMN', drop('paid'))];
  expect(suggestedSteps(found, { keep: ['churn'] })).toEqual([cast]);
});

test('a column that the rows should be divided by stays, whatever else is said of it', () => {
  const found = [
    { ...finding('GROUPS'), column: 'customer' },
    finding('HIGH_CARDINALITY', drop('customer')),
    { ...finding('TIME_ORDER'), column: 'at' },
    finding('IDENTIFIER_COLUMN', drop('at')),
    finding('EMPTY_COLUMN', drop('note')),
  ];
  expect(suggestedSteps(found, { keep: [] })).toEqual([drop('note')]);
});

test('what is known of the table counts also where only a part of it is offered', () => {
  const offered = [finding('PERSONAL_DATA', drop('mail')), finding('PERSONAL_DATA', drop('device'))];
  const known = [...offered, { ...finding('GROUPS'), column: 'mail' }];
  expect(suggestedSteps(offered, { keep: [], known })).toEqual([drop('device')]);
  expect(suggestedSteps(offered, { keep: ['device'], known })).toEqual([]);
});
