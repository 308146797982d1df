// @vitest-environment node
import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';
import { expect, test } from 'vitest';
import { targetWarnings } from './target-warnings.ts';

const finding = (code: LintFinding['code'], severity: LintFinding['severity'] = 'warning'): LintFinding => ({
  code,
  severity,
  column: code.toLowerCase(),
  message: '',
  rows: [],
  lines: [],
});
const whole = { group: null, time: null };
const codes = (findings: LintFinding[], split: Parameters<typeof targetWarnings>[1] = whole) =>
  targetWarnings(findings, split).shown.map(({ code }) => code);

test('sorts warnings: leaks, groups, personal data, rare classes; drops remarks', () => {
  const found = [
    finding('RARE_CLASS'),
    finding('SKEWED', 'info'),
    finding('MOSTLY_MISSING'),
    finding('PERSONAL_DATA'),
    finding('GROUPS'),
    finding('TARGET_LEAK'),
  ];
  expect(codes(found)).toEqual(['TARGET_LEAK', 'GROUPS', 'PERSONAL_DATA', 'RARE_CLASS']);
});

test('suggests group and time columns until the split uses one', () => {
  const found = [finding('GROUPS'), finding('TIME_ORDER', 'info')];
  expect(codes(found)).toEqual(['GROUPS', 'TIME_ORDER']);
  expect(codes(found, { group: 'customer', time: null })).toEqual(['TIME_ORDER']);
  expect(codes(found, { group: 'customer', time: 'day' })).toEqual([]);
});

test('an excluded column keeps only its group finding', () => {
  const found = [finding('TARGET_LEAK'), finding('PERSONAL_DATA'), finding('GROUPS')];
  const shown = targetWarnings(found, whole, ['target_leak', 'groups']).shown;
  expect(shown.map(({ code }) => code)).toEqual(['GROUPS', 'PERSONAL_DATA']);
});

test('counts findings that are not shown', () => {
  const found = Array.from({ length: 6 }, () => finding('MOSTLY_MISSING'));
  expect(targetWarnings(found, whole)).toMatchObject({ shown: { length: 4 }, more: 2 });
});
