import { expect, test } from 'vitest';
import { asRecipe, type CleanStep, type LintFinding, suggestedSteps, supersededBy } from '../src/index.ts';

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

test('duplicates are counted before a distinguishing column is dropped', () => {
  expect(asRecipe([drop('id'), clip('age'), deduplicate])).toEqual([deduplicate, clip('age'), drop('id')]);
});

test('values are replaced while they are spelt as the finding has them', () => {
  const replaced: CleanStep = { op: 'replace', column: 'paid', values: ['y', 'Y'], by: 'Yes' };
  const unify: CleanStep = { op: 'unify', column: 'paid' };
  expect(asRecipe([unify, replaced, deduplicate])).toEqual([deduplicate, replaced, unify]);
});

test('a step is taken once, and none on a column that is left out', () => {
  expect(asRecipe([drop('refund'), clip('refund'), drop('refund')])).toEqual([drop('refund')]);
  expect(supersededBy(clip('refund'), [drop('refund')])).toEqual(drop('refund'));
  expect(supersededBy(drop('refund'), [drop('refund')])).toBeUndefined();
  expect(supersededBy(deduplicate, [drop('refund')])).toBeUndefined();
});

const readings: Extract<CleanStep, { op: 'cast' | 'parse_dates' }>[] = [
  { op: 'cast', column: 'age', to: 'number' },
  { op: 'cast', column: 'age', to: 'integer' },
  { op: 'cast', column: 'age', to: 'boolean' },
  { op: 'cast', column: 'age', to: 'datetime' },
  { op: 'parse_dates', column: 'age', formats: ['%d/%m/%Y'] },
];
const spelling: CleanStep[] = [
  { op: 'replace', column: 'age', values: ['unknown'], by: null },
  { op: 'trim', column: 'age' },
  { op: 'unify', column: 'age' },
];

test.each(readings)('text fixes are not offered for a column of another type: $op $to', (reading) => {
  for (const step of spelling) {
    expect(asRecipe([step, reading])).toEqual([reading]);
    expect(asRecipe([reading, step])).toEqual([reading]);
    expect(supersededBy(step, [step, reading])).toBe(reading);
  }
  expect(asRecipe([clip('age'), reading])).toEqual([reading, clip('age')]);
  expect(asRecipe([...spelling, { ...reading, column: 'weight' }])).toHaveLength(4);
  expect(supersededBy(reading, [reading, ...spelling])).toBeUndefined();
});

test('text fixes are offered for categories, and not for an excluded column', () => {
  const cast: CleanStep = { op: 'cast', column: 'age', to: 'category' };
  expect(asRecipe([...spelling, cast])).toEqual([cast, ...spelling]);
  for (const step of [...spelling, cast]) {
    expect(supersededBy(step, [cast, ...readings, drop('age')])).toEqual(drop('age'));
  }
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

test('rows that differ only in identifiers are removed by hand only', () => {
  const ignoringIds: CleanStep = { op: 'deduplicate', ignoring: ['id'] };
  const found = [finding('DUPLICATE_ROWS', deduplicate), finding('DUPLICATE_ROWS_BUT_FOR_IDS', ignoringIds)];
  expect(suggestedSteps(found, { keep: [] })).toEqual([deduplicate]);
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
