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

/** Masks personal columns of CSV, and cells that cannot be assigned to a column. Unchanged if the header names none. */
export function maskColumns(text: string, isPersonal: (name: string) => boolean, hidden: string): string {
  const [best] = csvSeparators
    .map((delimiter) => ({ delimiter, header: headerOf(text, delimiter) }))
    .toSorted((one, other) => other.header.length - one.header.length);
  if (!best?.header.some(isPersonal)) return text;
  const { delimiter, header } = best;
  const masked = ([, ...lines]: string[][]) =>
    lines.map((cells) =>
      cells.map((cell, at) =>
        cells.length !== header.length || isPersonal(header[at] ?? '') ? hidden : cell,
      ),
    );
  try {
    return stringify([header, ...masked(recordsOf(text, delimiter))], { delimiter });
  } catch (error) {
    if (error instanceof CsvError) return stringify([header, [hidden]], { delimiter });
    throw error;
  }
}
