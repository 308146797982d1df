import { expect, test } from 'vitest';
import { streamTally } from '../../src/predict/streaming/stream-tally.ts';

/** As it comes: whole lines, however many at a time. */
function counted(isCsv: boolean, lines: readonly string[]) {
  const tallies = [1, 2, lines.length].map((atOnce) => {
    const tally = streamTally(isCsv);
    for (let at = 0; at < lines.length; at += atOnce)
      tally.add(Buffer.from(lines.slice(at, at + atOnce).join('')));
    const { rows, failedRows, warnings } = tally;
    return { rows, failedRows, warnings };
  });
  expect(new Set(tallies.map((each) => JSON.stringify(each))).size).toBe(1);
  return tallies[0];
}
const line = (content: object) => `${JSON.stringify(content)}\n`;

test('a text that looks like what is counted is not counted', () => {
  const lines = [
    line({ row: 0, prediction: '"warnings":[{},{}]' }),
    line({
      row: 1,
      prediction: 'low',
      warnings: [{ message: '],"error":{' }, { message: '"warnings":[{}' }],
    }),
    line({ row: 2, error: { code: 'ROW_INVALID' }, fields: [{ message: '"warnings":[{}]' }] }),
  ];
  expect(counted(false, lines)).toEqual({ rows: 3, failedRows: 1, warnings: 2 });
});

test.each([',', ';'])('breaks and separators within quotes end no row of CSV parted by %s', (separator) => {
  const rows = [
    ['prediction', 'probability_a', 'error'],
    ['"a\n', '"', '0.5', ''],
    ['"""', ',', '"', '1', ''],
    ['', '', `"said ""x\n${separator}y"""`],
    ['', '', 'plain'],
  ];
  const records = rows.map((cells) => `${cells.join(separator)}\n`);
  const bytes = records.join('').split(/(?<=\n)/);
  expect(counted(true, bytes)).toEqual({ rows: 4, failedRows: 2, warnings: null });
  expect(counted(true, bytes.slice(0, 1))).toMatchObject({ rows: 0, failedRows: 0 });
});
