import { separatorIn } from '../http/csv-separator.ts';

const newline = 0x0a;
const quote = 0x22;
const comma = 0x2c;
const letterE = 0x65;
const warningsMark = '"warnings":[';
/** Text of a column of the request log. */
const maxCounted = 2 ** 31 - 1;

export interface StreamCounts {
  rows: number;
  failedRows: number;
  /** Null for CSV, which cannot carry warnings. */
  warnings: number | null;
}

interface Tally extends StreamCounts {
  /** Accepts whole lines. */
  add(lines: Buffer): void;
}

/** Counts rows, failures and warnings in the bytes of a streamed response. */
export const streamTally = (isCsv: boolean): Tally => (isCsv ? new CsvTally() : new LineTally());

/** One line per row: `{"row":7,"prediction":…,"warnings":[…]}` or `{"row":7,"error":…}`. */
class LineTally implements Tally {
  rows = 0;
  failedRows = 0;
  warnings = 0;

  add(lines: Buffer): void {
    for (let from = 0; from < lines.length; ) {
      const end = lines.indexOf(newline, from);
      this.rows += 1;
      if (lines[lines.indexOf(comma, from) + 2] === letterE) this.failedRows += 1;
      from = end < 0 ? lines.length : end + 1;
    }
    this.#addWarnings(lines);
  }

  /** Warnings come last in a line. Within a string, the quotes of this marker would be escaped. */
  #addWarnings(lines: Buffer): void {
    for (let at = lines.indexOf(warningsMark); at >= 0; ) {
      const end = lines.indexOf(newline, at);
      const last = JSON.parse(`{${lines.toString('utf8', at, end < 0 ? lines.length : end)}`);
      this.warnings = Math.min(maxCounted, this.warnings + last.warnings.length);
      at = end < 0 ? end : lines.indexOf(warningsMark, end);
    }
  }
}

/** A header, then one record per row. The first cell of a failed row is empty. */
class CsvTally implements Tally {
  failedRows = 0;
  readonly warnings = null;
  #records = 0;
  #separator = comma;
  #isWithin = false;
  #begins = true;

  get rows(): number {
    return Math.max(0, this.#records - 1);
  }

  add(lines: Buffer): void {
    if (this.#records === 0) this.#separator = separatorIn(lines.toString('latin1', 0, 20)).charCodeAt(0);
    for (const byte of lines) {
      if (this.#begins && byte === this.#separator) this.failedRows += 1;
      this.#begins = false;
      if (byte === quote) this.#isWithin = !this.#isWithin;
      if (byte !== newline || this.#isWithin) continue;
      this.#records += 1;
      this.#begins = true;
    }
  }
}
