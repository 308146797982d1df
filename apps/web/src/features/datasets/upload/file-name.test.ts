// @vitest-environment node
import { expect, test } from 'vitest';
import { nameFromFile } from './file-name.ts';

test.each([
  ['Sales 2026.XLSX', 'Sales 2026'],
  ['rows.jsonl.gz', 'rows'],
  ['customers_2026.csv', 'customers_2026'],
  ['adult.csv.gz', 'adult'],
  ['Sales Q3.TSV', 'Sales Q3'],
  ['export.gz', 'export'],
  ['a.csv', 'a.csv'],
  ['no ending', 'no ending'],
])('names %s as %s', (file, name) => {
  expect(nameFromFile(file)).toBe(name);
});
