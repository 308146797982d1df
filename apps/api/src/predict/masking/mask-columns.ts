import { csvSeparators } from '@rowcast/contracts';
import { CsvError, type Options, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

const recordsOf = (text: string, delimiter: string, options: Options = {}): string[][] =>
  parse(text, { bom: true, delimiter, relax_column_count: true, relax_quotes: true, ...options });

function headerOf(text: string, delimiter: string): string[] {
  try {
    return recordsOf(text, delimiter, { to: 1 })[0] ?? [];
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}

export interface ColumnMask {
  isHidden(name: string): boolean;
  /** Whether a name is that of a field. Without one, the first line may be data as well. */
  isKnown(name: string): boolean;
  /** The cell of a column that is shown. */
  cell(name: string, text: string): string;
  hidden: string;
}

/** Masks personal columns of CSV, and cells that cannot be assigned to a column. Text that is not CSV is one such cell. */
export function maskColumns(text: string, mask: ColumnMask): string {
  const { isHidden, isKnown, cell, hidden } = mask;
  const [best] = csvSeparators
    .map((delimiter) => ({ delimiter, header: headerOf(text, delimiter) }))
    .toSorted((one, other) => other.header.length - one.header.length);
  if (!best) return text;
  const { delimiter, header } = best;
  const names = header.filter((name) => name !== '');
  if (names.length > 0 && names.every((name) => isHidden(name) && !isKnown(name))) return hidden;
  const masked = ([, ...lines]: string[][]) =>
    lines.map((cells) =>
      cells.map((content, at) => {
        const name = header[at] ?? '';
        if (cells.length === header.length && !isHidden(name)) return cell(name, content);
        return cells.length === header.length || header.some(isHidden) ? hidden : content;
      }),
    );
  try {
    const records = recordsOf(text, delimiter);
    const lines = masked(records);
    return JSON.stringify(lines) === JSON.stringify(records.slice(1))
      ? text
      : stringify([header, ...lines], { delimiter });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return header.some(isHidden) ? stringify([header, [hidden]], { delimiter }) : text;
  }
}
