import type { CleanStep } from '@rowcast/contracts/domain/clean';
import type { LintFinding } from '@rowcast/contracts/domain/finding';
import { expect, test } from 'vitest';
import { effectOf } from './step-effect.ts';

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
