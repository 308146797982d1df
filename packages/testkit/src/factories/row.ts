import { randomBytes } from 'node:crypto';
import { type IdKind, idPrefixes } from '@rowcast/contracts';
import type { ClientBase, Pool } from 'pg';

export type Queryable = Pool | ClientBase;

export const randomId = (kind: IdKind): string => `${idPrefixes[kind]}_${randomBytes(16).toString('hex')}`;

export const randomWord = (): string => randomBytes(4).toString('hex');

let latest = 0;

/** Now, but never the same moment twice, so that rows have the order in which they were made. */
export function nextMoment(): Date {
  latest = Math.max(Date.now(), latest + 1);
  return new Date(latest);
}

/** Inserts a row; keys are column names. Objects become JSON. */
export async function insertRow<T extends Record<string, unknown>>(
  db: Queryable,
  table: string,
  row: T,
): Promise<T> {
  const names = Object.keys(row);
  const values = Object.values(row).map((value) =>
    value !== null && typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : value,
  );
  const places = names.map((_name, at) => `$${at + 1}`);
  await db.query(`insert into ${table} (${names.join(', ')}) values (${places.join(', ')})`, values);
  return row;
}
