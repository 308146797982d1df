import { expect, test } from 'vitest';
import { inWords, spelledOut } from './in-words.ts';

const words = { yes: 'yes', no: 'no', none: 'none' };

test.each([
  ['text', 'text'],
  [true, 'yes'],
  [null, 'none'],
  [[], 'none'],
  [{}, 'none'],
  [0, '0'],
  [2124.5069430928434, '2,124.51'],
  [12345678, '12,345,678'],
  [['predict', 'schema'], 'predict, schema'],
  [{ low: { low: 0, high: 9 }, high: { low: 1 } }, 'low (low: 0, high: 9), high (low: 1)'],
])('%j reads %s', (value, said) => expect(inWords(value, words)).toBe(said));

test('a field without words of its own is spelled out', () => {
  expect(spelledOut('settings.logRetentionDays')).toBe('Log retention days');
  expect(spelledOut('time_budget.seconds')).toBe('Time budget seconds');
});
