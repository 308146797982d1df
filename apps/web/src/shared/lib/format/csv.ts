export type CsvCell = string | number | boolean | null | undefined;

/** Spreadsheets interpret text with these prefixes as a formula. */
const formula = /^[=+\-@\t\r＝＋－＠]/;
const belowZero = /^-\d[\d.,]*(e[+-]?\d+)?\s?%?$/i;
const special = /[",\r\n]/;

function quoted(cell: CsvCell): string {
  if (typeof cell !== 'string') return String(cell ?? '');
  const text = formula.test(cell) && !belowZero.test(cell) ? `'${cell}` : cell;
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Starts with a byte order mark, so that spreadsheets detect UTF-8. */
export const toCsv = (lines: readonly (readonly CsvCell[])[]): string =>
  `\uFEFF${lines.map((cells) => `${cells.map(quoted).join(',')}\n`).join('')}`;
