// @vitest-environment node
import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

const lineOf = (...cells: Parameters<typeof toCsv>[0][number]) => toCsv([cells]).slice(1, -1);

test.each(['=1+1', '+1', '-1+1', '-A1', '@sum', '\tx', '＝1'])('no spreadsheet computes %j', (text) => {
  expect(lineOf(text)).toBe(`'${text}`);
});

test('numbers stay numbers, also negative ones', () => {
  expect(lineOf(-0.5, 1e-7, 0)).toBe('-0.5,1e-7,0');
  expect(lineOf('-0.5', '-1e-7', '-12.5%', '-1.234,5')).toBe('-0.5,-1e-7,-12.5%,"-1.234,5"');
});

test('quotes separators and leaves missing values empty', () => {
  expect(lineOf('a,b', 'say "so"', 'two\nlines', null, undefined, true)).toBe(
    '"a,b","say ""so""","two\nlines",,,true',
  );
  expect(lineOf('=a,b')).toBe(`"'=a,b"`);
});
