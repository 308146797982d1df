import { beforeAll, expect, test } from 'vitest';
import { setLanguage } from '@/shared/i18n/i18n.ts';
import { startWords } from '../../../../test/render.tsx';
import { classText } from './class-text.ts';

beforeAll(() => startWords());

test.each([
  ['yes', 'yes'],
  ['two words', 'two words'],
  [' yes', '" yes"'],
  ['yes ', '"yes "'],
  ['\tyes', '"\tyes"'],
  ['', '""'],
])('the class "%s" is shown as %s', (label, shown) => {
  expect(classText(label)).toBe(shown);
});

test.each([
  ['de', '„ ja“'],
  ['fr', '«\u00a0 ja\u00a0»'],
  ['es', '« ja»'],
] as const)('in %s, uses the quotation marks of the language', async (language, shown) => {
  await setLanguage(language);
  expect(classText(' ja')).toBe(shown);
});
