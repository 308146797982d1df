import type { FieldSchema } from '@rowcast/contracts/domain/models/report';

export type Cell = string | number | boolean | null;
export type Row = Record<string, unknown>;

/** The editor text is the request. The form shows and changes its first row. */
export type RequestBody =
  | { ok: true; json: Row; rows: Row[]; wrapped: boolean }
  | { ok: false; problem: 'syntax' | 'shape' | 'bare' | 'notListed' }
  | { ok: false; problem: 'notObject'; row: number };

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function readBody(text: string): RequestBody {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { ok: false, problem: 'syntax' };
  }
  if (!isRow(json)) return { ok: false, problem: Array.isArray(json) ? 'bare' : 'shape' };
  if (!('instances' in json)) return { ok: true, json, rows: [json], wrapped: false };
  const { instances } = json;
  if (!Array.isArray(instances)) return { ok: false, problem: 'notListed' };
  if (instances.length === 0) return { ok: false, problem: 'shape' };
  if (instances.every(isRow)) return { ok: true, json, rows: instances, wrapped: true };
  return { ok: false, problem: 'notObject', row: instances.findIndex((each) => !isRow(each)) };
}

const write = (body: Row) => JSON.stringify(body, null, 2);

/** Returns the text with changed values in its first row. Unreadable text stays unchanged. */
export function setCells(text: string, cells: Row): string {
  const body = readBody(text);
  if (!body.ok) return text;
  const { json, rows, wrapped } = body;
  if (!wrapped) return write({ ...json, ...cells });
  const [first, ...others] = rows;
  return write({ ...json, instances: [{ ...first, ...cells }, ...others] });
}

/** The optional response parts that are requested. */
export function optionsOf(text: string): Row {
  const body = readBody(text);
  return body.ok && body.wrapped && isRow(body.json.options) ? body.json.options : {};
}

/** Returns the text with one option set, or removed if undefined. */
export function setOption(text: string, name: string, value: number | true | undefined): string {
  const body = readBody(text);
  if (!body.ok) return text;
  const { [name]: _before, ...remaining } = optionsOf(text);
  const options = value === undefined ? remaining : { ...remaining, [name]: value };
  const { options: _all, ...others } = body.wrapped ? body.json : { instances: body.rows, options };
  return write(Object.keys(options).length > 0 ? { ...others, options } : others);
}

/** Limits the request to its first rows for display. */
export const withRows = ({ json, rows, wrapped }: Extract<RequestBody, { ok: true }>, most: number): Row =>
  wrapped ? { ...json, instances: rows.slice(0, most) } : json;

/** The first row, if the text can be parsed. */
export function firstRow(text: string): Row | undefined {
  const body = readBody(text);
  return body.ok ? body.rows[0] : undefined;
}

export const exampleRow = (fields: readonly FieldSchema[]): Row =>
  Object.fromEntries(fields.map(({ name, example }) => [name, example]));

export const exampleBody = (fields: readonly FieldSchema[]): string =>
  write({ instances: [exampleRow(fields)] });
