import type { PlainField, RunnableModel } from '@rowcast/contracts';
import { type Program, type StringColumns, type Tensor, TensorBuffer } from '@rowcast/onnx-trees';

type Row = Readonly<Record<string, unknown>>;

export interface PlainRows {
  numbers: Tensor;
  texts: StringColumns;
}

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Skipped values must still be valid cells, since JSON parsers disagree on others. */
function isCell(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  return value === null || typeof value === 'boolean' || Number.isFinite(value);
}

/** Reads rows of which there is nothing to say, into places that the next call uses again. */
export class PlainReader {
  readonly #numbers: readonly PlainField[];
  readonly #categories: readonly { name: string; nulls: boolean; known: ReadonlySet<unknown> }[];
  readonly #fields: ReadonlySet<string>;
  readonly #ignored: ReadonlySet<string>;
  readonly #width: number;
  readonly #buffer: TensorBuffer;
  readonly #texts: string[] = [];

  constructor(
    { fields, ignored }: Pick<RunnableModel, 'fields' | 'ignored'>,
    numbersType: Program['numbersType'],
  ) {
    this.#buffer = new TensorBuffer(numbersType);
    this.#numbers = fields.filter(({ kind }) => kind !== 'category');
    this.#categories = fields
      .filter(({ kind }) => kind === 'category')
      .map(({ name, nulls, known }) => ({ name, nulls, known: new Set(known) }));
    this.#fields = new Set(fields.map(({ name }) => name));
    this.#ignored = new Set(ignored);
    this.#width = fields.length;
  }

  /** Null where something is to be said of a row, if only that it is none. */
  read(rows: readonly unknown[], takesNulls: boolean): PlainRows | null {
    const numbers = this.#buffer.resize([rows.length, this.#numbers.length]);
    this.#texts.length = rows.length * this.#categories.length;
    for (const [at, row] of rows.entries()) {
      if (!isRow(row) || !this.#hasItsFields(row)) return null;
      const nulls = this.#readNumbers(row, numbers.data, at) + this.#readCategories(row, at);
      // Of a row that holds nothing at all there is something to say.
      if (!(nulls === 0 || (takesNulls && nulls < this.#width))) return null;
    }
    return { numbers, texts: { width: this.#categories.length, data: this.#texts } };
  }

  /** All names are known; that none is missing shows when they are read. */
  #hasItsFields(row: Row): boolean {
    const names = Object.keys(row);
    if (names.length === this.#width) return true;
    return names.every((name) => this.#fields.has(name) || (this.#ignored.has(name) && isCell(row[name])));
  }

  /** How many are null; not a number where some value is not plain. */
  #readNumbers(row: Row, data: Tensor['data'], at: number): number {
    let nulls = 0;
    let to = at * this.#numbers.length;
    for (const { name, kind, low, high, nulls: takes } of this.#numbers) {
      const value = row[name];
      if (kind === 'boolean') {
        if (typeof value !== 'boolean') return Number.NaN;
        data[to++] = value ? 1 : 0;
      } else if (typeof value === 'number') {
        if (!(value >= low && value <= high) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return Number.NaN;
        data[to++] = value;
      } else {
        if (value !== null || !takes) return Number.NaN;
        data[to++] = Number.NaN;
        nulls += 1;
      }
    }
    return nulls;
  }

  #readCategories(row: Row, at: number): number {
    let nulls = 0;
    let to = at * this.#categories.length;
    for (const { name, nulls: takes, known } of this.#categories) {
      const value = row[name];
      if (typeof value === 'string' && known.has(value)) {
        this.#texts[to++] = value;
        continue;
      }
      if (value !== null || !takes) return Number.NaN;
      this.#texts[to++] = '';
      nulls += 1;
    }
    return nulls;
  }
}
