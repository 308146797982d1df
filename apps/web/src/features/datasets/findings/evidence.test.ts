import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { setLanguage } from '@/shared/i18n/i18n.ts';
import { startWords } from '../../../../test/render.tsx';
import { linesText, rowsText } from './evidence.ts';

beforeAll(() => startWords('datasets'));

const finding = (part: Partial<LintFinding>): LintFinding => ({
  code: 'TARGET_MISSING',
  severity: 'info',
  column: 'age',
  message: '',
  rows: [],
  lines: [],
  ...part,
});
const upTo = (last: number) => Array.from({ length: last }, (_, place) => place + 1);

test.each([
  [[2], {}, '2'],
  [[2, 3, 9], {}, '2, 3, 9'],
  [[2, 3, 4, 5, 9, 11, 12, 13], {}, '2–5, 9, 11–13'],
  [[1234, 1235, 1236], {}, '1,234–1,236'],
  [[2, 3, 9], { count: 3 }, '2, 3, 9'],
  [[2, 3, 9], { count: 70 }, '2, 3, 9 and more'],
  [upTo(20), {}, '1–20 and more'],
  [upTo(20), { count: 20 }, '1–20'],
  // The first twenty rows of the largest of five groups.
  [upTo(20), { count: 5, largest: 80 }, '1–20 and more'],
  [upTo(20), { count: 50, largest: 20 }, '1–20'],
])('formats rows %j of %j as "%s"', async (rows, params, expected) => {
  await setLanguage('en');
  const t = i18next.getFixedT('en', 'datasets');
  expect(rowsText(t, finding({ rows, params }))).toBe(expected);
  expect(linesText(t, finding({ lines: rows, params }))).toBe(expected);
});

test.each([
  ['en', '17 (same as 3), 1,200 (same as 18) and more'],
  ['de', '17 (wie 3), 1.200 (wie 18) und weitere'],
  ['es', '17 (igual que 3), 1200 (igual que 18) y más'],
  ['fr', '17 (identique à 3), 1\u202f200 (identique à 18) et d’autres'],
] as const)('%s: shows a duplicate row with the earlier one', async (language, expected) => {
  await setLanguage(language);
  const t = i18next.getFixedT(language, 'datasets');
  const repeated = finding({ rows: [17, 1200], repeats: [3, 18], params: { count: 5 } });
  expect(rowsText(t, repeated)).toBe(expected);
});
