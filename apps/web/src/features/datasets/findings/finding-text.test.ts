import type { LintFinding } from '@rowcast/contracts/domain/datasets/finding';
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { setLanguage } from '@/shared/i18n/i18n.ts';
import { startWords } from '../../../../test/render.tsx';
import { findingText, reasonText } from './finding-text.ts';

beforeAll(() => startWords('datasets'));

const finding = (part: Partial<LintFinding>): LintFinding => ({
  code: 'MOSTLY_MISSING',
  severity: 'info',
  column: 'age',
  message: 'As the server said it.',
  rows: [],
  lines: [],
  ...part,
});
const read = async (language: string, part: Partial<LintFinding>) => {
  await setLanguage(language as 'en');
  return findingText(i18next.getFixedT(language, 'datasets'), finding(part));
};
test('translates a finding and formats its numbers', async () => {
  const params = { share: 0.625 };
  expect(await read('en', { params })).toBe('62.5% of the values are missing.');
  expect(await read('de', { params })).toMatch(/^62,5\s%\sder Werte fehlen\.$/);
  expect(await read('fr', { code: 'HIGH_CARDINALITY', params: { count: 12345 } })).toMatch(/12\s345/);
});

test('shows literal cell values and names kinds of personal data', async () => {
  const cells = { cell: '<b>&', value: '1' };
  expect(await read('en', { code: 'NUMBERS_CONVERTED', params: cells })).toContain('"<b>&"');
  const personal = { kind: 'email', share: 0.4, cell: 'a•••@•••••••.••g' };
  expect(await read('es', { code: 'PERSONAL_DATA', params: personal })).toMatch(
    /correos electrónicos: 40,0\s% de las celdas, como a•••@•••••••\.••g\./,
  );
});

test.each([
  ['MIXED_TYPES', { cells: '"old"' }, /Zahlen, aber nicht alle, etwa "old"/],
  ['ODD_DATES', { cells: '"old"' }, /Datumsangaben, aber nicht alle, etwa "old"/],
  ['FORMULA_ERRORS', { errors: '#REF!' }, /Formelfehlern \(#REF!\)/],
] as const)('%s of an older table keeps its former text', async (code, params, said) => {
  expect(await read('de', { code, params })).toMatch(said);
});

test.each([
  ['CONSTANT_COLUMN', {}, 'Alle Zellen haben denselben Wert. Die Spalte hat keinen Vorhersagewert.'],
  ['CONSTANT_COLUMN', { cell: '7' }, 'Alle Zellen enthalten „7“. Die Spalte hat keinen Vorhersagewert.'],
  ['IDENTIFIER_COLUMN', {}, 'Fast alle Werte sind verschieden. Die Spalte ist vermutlich eine Kennung.'],
] as const)('%s of %j states what is known of the column', async (code, params, said) => {
  expect(await read('de', { code, params })).toBe(said);
});

test('a finding without parameters keeps its sentence', async () => {
  expect(await read('de', {})).toBe('As the server said it.');
});

test('translates the reason of a task', async () => {
  await setLanguage('en');
  const t = i18next.getFixedT('en', 'datasets');
  expect(reasonText(t, { code: 'RATING', params: { low: 1, high: 5 }, message: '' })).toContain(
    'from 1 to 5',
  );
});
