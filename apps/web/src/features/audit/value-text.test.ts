import { expect, test } from 'vitest';
import { readableFieldName, valueText } from './value-text.ts';

const words = {
  yes: 'yes',
  no: 'no',
  none: 'none',
  enumLabel: (word: string) => (word === 'auto' ? 'Automatic' : word),
};

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
  ['auto', 'Automatic'],
  ['2026-11-22T12:30:00.000Z', 'Nov 22, 2026, 12:30 PM'],
  [
    [
      { kind: 'rising', field: 'age' },
      { kind: 'invariant', field: 'city' },
    ],
    '(kind: rising, field: age), (kind: invariant, field: city)',
  ],
  [{ low: { low: 0, high: 9 }, high: { low: 1 } }, 'low (low: 0, high: 9), high (low: 1)'],
])('formats %j as %s', (value, enumLabel) => expect(valueText(value, words)).toBe(enumLabel));

test('spells out a field without a label', () => {
  expect(readableFieldName('settings.logRetentionDays')).toBe('Log retention days');
  expect(readableFieldName('time_budget.seconds')).toBe('Time budget seconds');
});
