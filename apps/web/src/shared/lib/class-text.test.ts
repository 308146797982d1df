import { expect, test } from 'vitest';
import { classText } from './class-text.ts';

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
