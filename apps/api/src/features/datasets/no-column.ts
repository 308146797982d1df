import type { TableProfile } from '@rowcast/contracts';
import { nearestFirst } from '../../platform/nearest.ts';

const mostNamed = 10;
const mostCharacters = 60;

/** A name of any length as a sentence can hold it. */
export const quoted = (name: string): string =>
  `"${name.length > mostCharacters ? `${name.slice(0, mostCharacters)}…` : name}"`;

/** The first of these names, and how many more there are. */
export function someNames(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return names.slice(0, mostNamed).map(quoted).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** That a table has no such column, and which it has, those with the most similar names first. */
export function noColumn(name: string, { columns }: Pick<TableProfile, 'columns'>): string {
  const names = columns.map((column) => column.name);
  return `There is no column ${quoted(name)}. The columns are: ${someNames(nearestFirst(name, names))}.`;
}
