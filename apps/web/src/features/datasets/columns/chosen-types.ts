import type { PinnedType } from '@rowcast/contracts/domain/datasets/cleaning-recipe';
import type { ColumnProfile } from '@rowcast/contracts/domain/datasets/profile';

/** What a person chose for a column: its type and, of an ordered category, its values, lowest first. */
export interface ChosenType {
  to: PinnedType;
  levels?: readonly string[];
}

export type ChosenTypes = Record<string, ChosenType>;

/** The types as the server takes them, with the order of those columns whose values were put in one. */
export function schemaOf(chosen: ChosenTypes) {
  const columns = Object.entries(chosen);
  const ordered = columns.filter(([, { levels }]) => levels);
  return {
    types: Object.fromEntries(columns.map(([name, { to }]) => [name, to])),
    ...(ordered.length > 0 && {
      levels: Object.fromEntries(ordered.map(([name, { levels = [] }]) => [name, [...levels]])),
    }),
  };
}

/** Longer ones are cut in the profile, so no cell is equal to them. */
export const longestValue = 200;

/** The values of a column, as far as its profile names them: in their order, else numbers before words. */
export function namedValues({ levels, topValues }: ColumnProfile): string[] {
  if (levels) return levels;
  return topValues
    .map(({ value }) => value)
    .filter((value) => value.length < longestValue)
    .sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));
}
