// @vitest-environment node
import { expect, test } from 'vitest';
import { readSort, writeSort } from './url-sort.ts';

test.each(['name', '-rows'])('%s comes back as it was written', (text) => {
  expect(writeSort(readSort(text))).toBe(text);
});

test('the default sort is not in the URL', () => {
  expect(writeSort(null)).toBeNull();
  expect(readSort(null)).toBeNull();
});
