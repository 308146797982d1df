import i18next from 'i18next';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWords } from '../../../../test/render.tsx';
import { numberText, readNumber, stepped } from './number-text.ts';

beforeAll(() => startWords());
afterAll(() => i18next.changeLanguage('en'));

test.each([
  ['de', '1,5', 1.5],
  ['fr', '-0,25', -0.25],
  ['es', '1,5', 1.5],
  ['de', '1.5', 1.5],
  ['de', '0.125', 0.125],
  ['de', '1.234,5', 1234.5],
  ['de', '12.500', 12_500],
  ['fr', '12\u202f500,5', 12_500.5],
  ['en', '1.5', 1.5],
  ['en', '1,5', 1.5],
  ['en', '12,500', 12_500],
  ['en', '0.001', 0.001],
  ['en', '-3', -3],
  ['en', '1e-3', 0.001],
  ['en', '7.', 7],
  ['de', '1,2,3', null],
  ['en', '', null],
  ['en', 'abc', null],
  ['en', '-', null],
  ['en', '1e999', null],
])('in %s, parses %j as %j', async (language, typed, value) => {
  await i18next.changeLanguage(language);
  expect(readNumber(typed)).toBe(value);
});

test.each(['en', 'de', 'es', 'fr'])('what is shown in %s is read as the same number', async (language) => {
  await i18next.changeLanguage(language);
  for (const value of [0, 0.5, -1.25, 1234.5, 1_000_000, 1e-7, 0.001])
    expect(readNumber(numberText(value))).toBe(value);
  expect(numberText(0.5)).toBe(language === 'en' ? '0.5' : '0,5');
  expect(numberText(null)).toBe('');
});

test('a step leaves no rounding artefacts and stops at the bounds', () => {
  expect(stepped(0.1, 0.2, 0, 1)).toBe(0.3);
  expect(stepped(null, 1, 1, 9)).toBe(1);
  expect(stepped(0.95, 0.1, 0, 1)).toBe(1);
});
