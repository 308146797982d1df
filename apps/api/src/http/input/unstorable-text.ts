import { type FieldProblem, RowcastError } from '@rowcast/contracts';
import type { Request } from 'express';

const nul = 'Text must not contain the NUL character.';
const half = 'Text must not contain an unpaired surrogate (half of a character).';
const maxFields = 100;

const wrongWith = (text: string): string | null =>
  text.includes('\0') ? nul : text.isWellFormed() ? null : half;

function problemsOf(value: unknown, place: readonly string[]): FieldProblem[] {
  if (typeof value === 'string') {
    const message = wrongWith(value);
    return message ? [{ field: place.join('.'), message }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => {
    const message = wrongWith(name);
    return message ? [{ field: place.join('.'), message }] : problemsOf(each, [...place, name]);
  });
}

/** Valid JSON that Postgres takes in neither text nor jsonb; null where the request holds none. */
export function unstorableText({ query, body }: Request): RowcastError | null {
  const fields = [...problemsOf(query, []), ...problemsOf(body, [])].slice(0, maxFields);
  const [first] = fields;
  return first ? new RowcastError('VALIDATION_FAILED', { message: first.message, fields }) : null;
}
