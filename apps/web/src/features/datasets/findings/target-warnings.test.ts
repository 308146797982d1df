// @vitest-environment node
import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';
import { expect, test } from 'vitest';
import { shownBeforeTraining } from './target-warnings.ts';

const finding = (code: LintFinding['code'], severity: LintFinding['severity'] = 'warning'): LintFinding => ({
  code,
  severity,
  column: code.toLowerCase(),
  message: '',
  rows: [],
  lines: [],
});
const whole = { group: null, time: null };
const codes = (findings: LintFinding[], split: Parameters<typeof shownBeforeTraining>[1] = whole) =>
  shownBeforeTraining(findings, split).shown.map(({ code }) => code);

test('a leak comes first, then rows that belong together, personal data and rare classes, and no mere remark', () => {
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

test('groups and time are told of until rows are divided by such a column', () => {
  const found = [finding('GROUPS'), finding('TIME_ORDER', 'info')];
  expect(codes(found)).toEqual(['GROUPS', 'TIME_ORDER']);
  expect(codes(found, { group: 'customer', time: null })).toEqual(['TIME_ORDER']);
  expect(codes(found, { group: 'customer', time: 'day' })).toEqual([]);
});

test('of a column that is left out nothing is told but that rows belong together by it', () => {
  const found = [finding('TARGET_LEAK'), finding('PERSONAL_DATA'), finding('GROUPS')];
  const shown = shownBeforeTraining(found, whole, ['target_leak', 'groups']).shown;
  expect(shown.map(({ code }) => code)).toEqual(['GROUPS', 'PERSONAL_DATA']);
});

test('what does not fit is counted', () => {
  const found = Array.from({ length: 6 }, () => finding('MOSTLY_MISSING'));
  expect(shownBeforeTraining(found, whole)).toMatchObject({ shown: { length: 4 }, more: 2 });
});
