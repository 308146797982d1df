import { type DatasetPreview, type LintFinding, RowcastError, type TableProfile } from '@rowcast/contracts';
import { expect, test } from 'vitest';
import { sentence } from '../src/demo/client.ts';
import { findingLines, searchStatus } from '../src/demo/findings.ts';
import { firstRow } from '../src/demo/first-row.ts';

const finding = (
  code: LintFinding['code'],
  column: string,
  rest: Partial<LintFinding> = {},
): LintFinding => ({
  code,
  column,
  severity: 'warning',
  message: `${code}.`,
  rows: [],
  lines: [],
  ...rest,
});

test('findings are printed in a few lines, leaks first, with the suggested step', () => {
  const noise = Array.from({ length: 9 }, (_, place) =>
    finding('OUTLIERS', `n${place}`, { severity: 'info' }),
  );
  const lines = findingLines([
    ...noise,
    finding('MIXED_TYPES', 'b', { fix: { op: 'cast', column: 'b', to: 'number' } }),
    finding('IDENTIFIER_COLUMN', 'id', { severity: 'info' }),
    finding('TARGET_COPY', 'y2', { fix: { op: 'drop_column', column: 'y2' } }),
  ]);
  expect(lines).toEqual([
    'y2: TARGET_COPY. -> drop the column, which the console does with one click',
    'id: IDENTIFIER_COLUMN. -> the training leaves it out by itself',
    'b: MIXED_TYPES. -> read it as number; cells that do not fit are missing',
    '9 more in the console, under the table',
  ]);
  expect(findingLines([])).toEqual([]);
});

test('a search counts as done only when it has ended well, whatever is known before', () => {
  const report = { target: 'y', task: 'binary' as const, reason: null, findings: [] };
  expect(searchStatus({ status: 'ready', report })).toBe('for this target');
  expect(searchStatus({ status: 'running', report })).toBe('took too long');
  expect(searchStatus({ status: 'error', report })).toBe('failed');
});

test('a refusal is said once', () => {
  const refused = RowcastError.at('TARGET_NOT_FOUND', 'targetColumn', 'There is no column "Speices".');
  expect(sentence(JSON.stringify(refused.toBody('req_1')))).toBe(
    'There is no column "Speices". [TARGET_NOT_FOUND] request req_1',
  );
});

test('a row is sent with its amounts as they stand in the table', () => {
  const column = (name: string, type: string, kind?: string) => ({
    name,
    type,
    ...(kind ? { reading: { pinned: false, unfit: 0, conversions: [{ kind, written: '' }] } } : {}),
  });
  const profile = {
    columns: [
      column('age', 'integer', 'missing_marker'),
      column('income', 'number', 'currency'),
      column('price', 'number', 'thousands'),
      column('share', 'number'),
      column('city', 'category'),
      column('y', 'number'),
    ],
  } as unknown as TableProfile;
  const preview: DatasetPreview = {
    columns: ['age', 'income', 'price', 'share', 'city', 'y'],
    rows: [['30', '$32,978', '1.234', null, '7', '1']],
  };
  expect(firstRow(preview, profile, 'y')).toEqual({
    row: { age: 30, income: '$32,978', price: '1.234', share: null, city: '7' },
    expected: '1',
  });
});
