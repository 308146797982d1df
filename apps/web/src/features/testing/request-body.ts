import type { FieldSchema } from '@rowcast/contracts/domain/report';

export type Cell = string | number | boolean | null;
export type Row = Record<string, unknown>;

/** The text of the editor is the request; the form shows and changes its first row. */
export type RequestBody =
  | { ok: true; rows: Row[]; wrapped: boolean }
  | { ok: false; problem: 'syntax' | 'shape' | 'bare' | 'notListed' | 'notObject'; detail: string };

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function readBody(text: string): RequestBody {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { ok: false, problem: 'syntax', detail: error instanceof Error ? error.message : '' };
  }
  if (!isRow(json)) return { ok: false, problem: Array.isArray(json) ? 'bare' : 'shape', detail: '' };
  if (!('instances' in json)) return { ok: true, rows: [json], wrapped: false };
  const { instances } = json;
  if (!Array.isArray(instances)) return { ok: false, problem: 'notListed', detail: '' };
  if (instances.length === 0) return { ok: false, problem: 'shape', detail: '' };
  if (instances.every(isRow)) return { ok: true, rows: instances, wrapped: true };
  const wrong = instances.findIndex((each) => !isRow(each));
  return { ok: false, problem: 'notObject', detail: String(wrong) };
}

export function writeBody(rows: readonly Row[], wrapped: boolean): string {
  return JSON.stringify(wrapped ? { instances: rows } : (rows[0] ?? {}), null, 2);
}

/** The text with one value of its first row changed; unreadable text is left as it is. */
export function setCell(text: string, field: string, value: Cell): string {
  const body = readBody(text);
  if (!body.ok) return text;
  const [first = {}, ...others] = body.rows;
  return writeBody([{ ...first, [field]: value }, ...others], body.wrapped);
}

export const exampleRow = (fields: readonly FieldSchema[]): Row =>
  Object.fromEntries(fields.map(({ name, example }) => [name, example]));

export const exampleBody = (fields: readonly FieldSchema[]): string => writeBody([exampleRow(fields)], true);
